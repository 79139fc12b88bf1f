import type { Transaction } from "kysely";
import { japanDay } from "../../../domain/japanTime";
import { mostExtraImageRequests } from "../../../domain/limits";
import {
  inTransaction,
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

export type ClaimedRequest = {
  user_id: string;
  kind: string;
  lot_id: string;
  attempts: number;
};

/**
 * Returns requests that are due, at most `most`, and reserves them until `until`, so
 * that one call at a time answers a request, also beside other servers.
 */
export const claimDue = (
  database: Database,
  { most, now, until }: { most: number; now: Date; until: Date },
): Promise<ClaimedRequest[]> =>
  inTransaction(database, async (trx) => {
    const due = await trx
      .selectFrom("extra_image_requests")
      .select(["user_id", "kind", "lot_id", "attempts"])
      .where("state", "=", "waiting")
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute();
    const claimed = due.map((request) => ({
      ...request,
      attempts: request.attempts + 1,
    }));
    for (const request of claimed)
      await changeRequest(trx, request, {
        due_at: until,
        attempts: request.attempts,
      });
    return claimed;
  });

type Change = Partial<{
  state: "waiting" | "done" | "failed";
  due_at: Date;
  attempts: number;
  images: string;
}>;

/** Notes the outcome of a call for a claimed request. */
export const finishRequest = (
  { kysely }: Database,
  request: ClaimedRequest,
  outcome: Change,
) => changeRequest(kysely, request, outcome);

const changeRequest = (
  db: Pick<Database["kysely"], "updateTable">,
  { user_id, kind, lot_id }: ClaimedRequest,
  change: Change,
) =>
  db
    .updateTable("extra_image_requests")
    .set(change)
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("lot_id", "=", lot_id)
    .execute();
