import {
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from "kysely";
import type { Viewer } from "../../../domain/access";
import { japanDay } from "../../../domain/japanTime";
import {
  extraImageSeconds,
  mostExtraImageRequests,
} from "../../../domain/limits";
import {
  type Database,
  inTransaction,
  type Reader,
  type Tables,
} from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Catalog } from "../catalog";
import { lotKindOf } from "../lotKinds";
import { visibleLot } from "../visibleLot";

/**
 * Requests the extra images of a USS lot once for each user, and returns the state of
 * the request. The job `extra-images` fetches them about 30 seconds later. Throws
 * not_found for unknown lots and for lots of other houses, extra_images_limit if the
 * user has no request left today, and extra_images_failed once if they could not be
 * fetched; the next call makes a new request.
 */
export async function requestImages(
  catalog: Catalog,
  { viewer, lotId }: { viewer: Viewer; lotId: string },
): Promise<ExtraImages> {
  const lot = await visibleLot(catalog, { viewer, id: lotId, rows: ["lot"] });
  if (lot.stored.isUss !== true || lot.area !== "auction")
    throw failure("not_found");
  const { database, clock } = catalog.context;
  const now = clock.now();
  const { userId } = viewer;
  const asked = { userId, kind: lotKindOf(lot.area), lotId, now };
  const result = await inTransaction(database, async (trx) => {
    const lock = `extra images of ${userId}`;
    await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(trx);
    const found = await findExtraImages(trx, asked);
    if (found.state === "failed") await deleteRequest(trx, asked);
    if (found.state !== "none") return found;
    if (found.left === 0) throw failure("extra_images_limit");
    const dueAt = new Date(now.getTime() + extraImageSeconds * 1000);
    await insertRequest(trx, asked, dueAt);
    const left = found.left - 1;
    return { state: "waiting" as const, left, images: [] };
  });
  if (result.state === "failed") throw failure("extra_images_failed");
  return result;
}

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
const insertRequest = (
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
const deleteRequest = (
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
