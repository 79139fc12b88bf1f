import type { Selectable, Transaction, Updateable } from "kysely";
import { japanDay } from "../../../domain/japanTime";
import { mostExtraImageRequests } from "../../../domain/limits";
import {
  type Database,
  type Tables,
  type Reader,
} from "../../platform/database";

/** A user's request for the images of a lot. */
export type RequestKey = { userId: string; kind: string; lotId: string };

export type ExtraImages = {
  state: "none" | "waiting" | "done" | "failed";
  /** The requests that the user has left today. */
  left: number;
  images: string[];
};

/**
 * Returns the state of a user's request for the extra images of a lot. The limit of
 * requests resets at midnight Japan time, and failed requests do not count.
 */
export async function findExtraImages(
  db: Reader,
  { userId, kind, lotId, now }: RequestKey & { now: Date },
): Promise<ExtraImages> {
  const [today, own] = await Promise.all([
    db
      .selectFrom("extra_image_requests")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("user_id", "=", userId)
      .where("requested_day", "=", japanDay(now))
      .where("state", "<>", "failed")
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("extra_image_requests")
      .select(["state", "images"])
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .where("lot_id", "=", lotId)
      .executeTakeFirst(),
  ]);
  return {
    state: own?.state ?? "none",
    left: Math.max(0, mostExtraImageRequests - Number(today.count)),
    images: own?.images?.split("#").filter(Boolean) ?? [],
  };
}

/** Adds a request, which a job answers from `dueAt` on. */
export const insertRequest = (
  trx: Transaction<Tables>,
  { userId, kind, lotId, now }: RequestKey & { now: Date },
  dueAt: Date,
) =>
  trx
    .insertInto("extra_image_requests")
    .values({
      user_id: userId,
      kind,
      lot_id: lotId,
      requested_day: japanDay(now),
      due_at: dueAt,
    })
    .execute();

/** Deletes a request, so that the user can make it again. */
export const deleteRequest = (
  trx: Transaction<Tables>,
  { userId, kind, lotId }: RequestKey,
) =>
  trx
    .deleteFrom("extra_image_requests")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("lot_id", "=", lotId)
    .execute();

/** A request for which a job calls the source. */
export type ClaimedRequest = Selectable<Tables["extra_image_requests"]>;

/** Notes the outcome of a call for a claimed request. */
export const finishRequest = (
  { kysely }: Database,
  { user_id, kind, lot_id }: ClaimedRequest,
  outcome: Updateable<Tables["extra_image_requests"]>,
) =>
  kysely
    .updateTable("extra_image_requests")
    .set(outcome)
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("lot_id", "=", lot_id)
    .execute();
