import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { openStorage } from "../openStorage";

const chunkSize = 100;

/** Returns the job that deletes expired share links with their preview images. */
export const endSharesJob = ({
  database,
  clock,
  config,
}: Pick<Context, "database" | "clock" | "config">): Job => ({
  name: "end-shares",
  everySeconds: 3_600,
  run: async (signal) => {
    const kysely = database.background;
    const storage = openStorage(config);
    for (let ended = 0; ;) {
      const expired = await kysely
        .selectFrom("lot_shares")
        .select(["id", "image_key"])
        .where("expires_at", "<=", clock.now())
        .limit(chunkSize)
        .execute();
      for (const { id, image_key: key } of expired) {
        if (signal.aborted) return ended;
        // A link without its image is deleted by the next run; not the reverse.
        if (key !== null) await storage.remove(key);
        await kysely
          .deleteFrom("lot_shares")
          .where("id", "=", id)
          .where("expires_at", "<=", clock.now())
          .execute();
        ended += 1;
      }
      if (expired.length < chunkSize) return ended;
    }
  },
});
