import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import { extraImageSeconds } from "../../../domain/limits";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Catalog } from "../catalog";
import { lotKindOf } from "../lotKinds";
import { visibleLot } from "../visibleLot";
import {
  deleteRequest,
  findExtraImages,
  insertRequest,
  type ExtraImages,
} from "./extraImageQueries";

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
