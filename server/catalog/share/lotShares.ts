import { sql } from "kysely";
import { randomBytes, randomInt } from "node:crypto";
import { userLevels } from "../../../domain/access";
import type { Database } from "../../platform/database";
import type { LotKind } from "../lotKinds";

/** A link to a lot with its access code. */
export type LotShare = {
  id: string;
  sharerId: string;
  kind: LotKind;
  lotId: string;
  code: string;
  expiresAt: Date;
};

/** 128 bits, so that links cannot be found by trying. */
const newId = () => randomBytes(16).toString("base64url");

const newCode = () => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * Returns the user's link to a lot and extends its life to `endsAt`. An expired link is
 * replaced by a new id and a new code.
 */
export async function issueShare(
  { kysely }: Pick<Database, "kysely">,
  {
    sharerId,
    kind,
    lotId,
    endsAt,
    now,
  }: {
    sharerId: string;
    kind: LotKind;
    lotId: string;
    endsAt: Date;
    now: Date;
  },
): Promise<Pick<LotShare, "id" | "code" | "expiresAt">> {
  const isOver = sql<boolean>`lot_shares.expires_at <= ${now}`;
  return kysely
    .insertInto("lot_shares")
    .values({
      id: newId(),
      sharer_id: sharerId,
      kind,
      lot_id: lotId,
      code: newCode(),
      expires_at: endsAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["sharer_id", "kind", "lot_id"]).doUpdateSet({
        id: sql`case when ${isOver} then excluded.id else lot_shares.id end`,
        code: sql`case when ${isOver} then excluded.code else lot_shares.code end`,
        expires_at: sql`greatest(lot_shares.expires_at, excluded.expires_at)`,
      }),
    )
    .returning(["id", "code", "expires_at as expiresAt"])
    .executeTakeFirstOrThrow();
}

/** Returns a link unless it has expired or its sharer is disabled, else null. */
export async function findShare(
  { kysely }: Pick<Database, "kysely">,
  { id, now }: { id: string; now: Date },
): Promise<LotShare | null> {
  const found = await kysely
    .selectFrom("lot_shares")
    .innerJoin("users", "users.id", "lot_shares.sharer_id")
    .where("lot_shares.id", "=", id)
    .where("lot_shares.expires_at", ">", now)
    .where("users.user_level", "!=", userLevels.disabled)
    .select([
      "lot_shares.id",
      "sharer_id as sharerId",
      "kind",
      "lot_id as lotId",
      "code",
      "expires_at as expiresAt",
    ])
    .$narrowType<{ kind: LotKind }>()
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Notes the stored preview image of a link in place of `former`. Returns false if the
 * link has ended or another server has noted an image first.
 */
export async function noteShareImage(
  { kysely }: Pick<Database, "kysely">,
  { id, former, key }: { id: string; former: string | null; key: string },
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("lot_shares")
    .set({ image_key: key })
    .where("id", "=", id)
    .where("image_key", "is not distinct from", former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
