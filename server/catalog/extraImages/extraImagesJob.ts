import { inTransaction } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { findLot } from "../lotQueries";

/** The source of extra images, which the app provides. */
export type ExtraImagePorts = {
  /** Returns the addresses of images that a lot does not have yet. */
  extraImagesOf(lot: { images: readonly string[] }): Promise<readonly string[]>;
};

/**
 * Makes the job that answers requests for extra images when they are due. A lot that
 * is gone gets no images. Several servers may run it at once.
 */
export const extraImagesJob = ({
  database,
  clock,
  ports,
}: Pick<Context, "database" | "clock"> & { ports: ExtraImagePorts }): Job => ({
  name: "extra-images",
  everySeconds: 10,
  run: (signal) =>
    repeatUntilDone(signal, () =>
      inTransaction(database, async (trx) => {
        const due = await trx
          .selectFrom("extra_image_requests")
          .select(["user_id", "kind", "lot_id"])
          .where("images", "is", null)
          .where("due_at", "<=", clock.now())
          .orderBy("due_at")
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!due) return null;
        const lot = await findLot(trx, "auction", due.lot_id);
        const images = lot
          ? await ports.extraImagesOf({ images: lot.images.split("#") })
          : [];
        await trx
          .updateTable("extra_image_requests")
          .set({ images: images.join("#") })
          .where("user_id", "=", due.user_id)
          .where("kind", "=", due.kind)
          .where("lot_id", "=", due.lot_id)
          .execute();
        return 1;
      }),
    ),
});
