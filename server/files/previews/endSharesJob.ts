import type { Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { openStorage } from "../openStorage";
import { removeExpired } from "../removeExpired";

/** Returns the job that deletes expired share links with their preview images. */
export const endSharesJob = ({
  database,
  clock,
  config,
}: Pick<Context, "database" | "clock" | "config">): Job => ({
  name: "end-shares",
  everySeconds: 3_600,
  run: (signal) => {
    const kysely = database.background;
    const now = clock.now();
    return removeExpired(openStorage(config), signal, {
      find: (most) =>
        kysely
          .selectFrom("lot_shares")
          .select(["id", "image_key as fileKey"])
          .where("expires_at", "<=", now)
          .limit(most)
          .execute(),
      remove: ({ id }) =>
        kysely
          .deleteFrom("lot_shares")
          .where("id", "=", id)
          .where("expires_at", "<=", now)
          .execute(),
    });
  },
});
