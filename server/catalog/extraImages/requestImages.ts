import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import { japanDay } from "../../../domain/japanTime";
import {
  extraImageSeconds,
  mostExtraImageRequests,
} from "../../../domain/limits";
import { inTransaction, type Database } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Catalog } from "../catalog";
import { lotKindOf } from "../lotKinds";
import { visibleLot } from "../visibleLot";

type State = "none" | "waiting" | "done";

export type ExtraImages = {
  state: State;
  /** The requests that the user has left today. */
  left: number;
  images: string[];
};

type Asked = { userId: string; kind: string; lotId: string; now: Date };

/**
 * Returns the state of a user's request for the extra images of a lot. The limit of
 * requests resets at midnight Japan time.
 */
export async function findExtraImages(
  { kysely }: Pick<Database, "kysely">,
  { userId, kind, lotId, now }: Asked,
): Promise<ExtraImages> {
  const [today, own] = await Promise.all([
    kysely
      .selectFrom("extra_image_requests")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("user_id", "=", userId)
      .where("requested_day", "=", japanDay(now))
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom("extra_image_requests")
      .select("images")
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .where("lot_id", "=", lotId)
      .executeTakeFirst(),
  ]);
  const waiting = own?.images === null ? "waiting" : "done";
  return {
    state: own ? waiting : "none",
    left: Math.max(0, mostExtraImageRequests - Number(today.count)),
    images: own?.images?.split("#").filter(Boolean) ?? [],
  };
}

/**
 * Requests the extra images of a USS lot once for each user, and returns the state of
 * the request. The job `extra-images` fetches them about 30 seconds later. Throws
 * not_found for unknown lots and for lots of other houses, and extra_images_limit if the
 * user has no request left today.
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
  return inTransaction(database, async (trx) => {
    const lock = `extra images of ${userId}`;
    await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(trx);
    const found = await findExtraImages({ kysely: trx }, asked);
    if (found.state !== "none") return found;
    if (found.left === 0) throw failure("extra_images_limit");
    await trx
      .insertInto("extra_image_requests")
      .values({
        user_id: userId,
        kind: asked.kind,
        lot_id: lotId,
        requested_day: japanDay(now),
        due_at: new Date(now.getTime() + extraImageSeconds * 1000),
      })
      .execute();
    return { state: "waiting", left: found.left - 1, images: [] };
  });
}
