import type { Transaction } from "kysely";
import { nextResult } from "../../domain/lotResult";
import { lotStatuses } from "../../domain/lotStatus";
import type { Tables } from "../platform/database/tables";
import { number, text } from "./fieldValues";
import { saleDayOf, type NeutralLot } from "./lotRecords";
import type { StoredLot } from "./lotResults";

/** A new result of an earlier offering. The lot itself has the state of the present one. */
export type LateResult = {
  lotId: string;
  offering: number;
  /** Higher than the revisions of the offering before. */
  revision: number;
  status: number;
  price: number | null;
  winner: string | null;
};

/**
 * Keeps what rows say about earlier offerings of their lots, and returns the results that
 * are new. A row belongs to the latest earlier offering that has its sale day. A row of another
 * day, and a row that postpones, says nothing about a result and changes nothing.
 */
export async function keepLateResults(
  trx: Transaction<Tables>,
  rows: readonly { lot: Pick<StoredLot, "id" | "offering">; row: NeutralLot }[],
  now: Date,
): Promise<LateResult[]> {
  if (rows.length === 0) return [];
  const kept = await trx
    .selectFrom("lot_results")
    .distinctOn(["lot_id", "offering"])
    .select(["lot_id", "offering", "revision"])
    .select(["outcome", "price", "winner", "sale_day as day"])
    .where(
      "lot_id",
      "in",
      rows.map(({ lot }) => lot.id),
    )
    .orderBy("lot_id")
    .orderBy("offering", "desc")
    .orderBy("revision", "desc")
    .execute();
  const late = rows.flatMap(({ lot, row }) => {
    const { fields, word = null } = row;
    const lotId = lot.id;
    const day = saleDayOf(row);
    const result = kept.find(
      (earlier) =>
        earlier.lot_id === lotId &&
        earlier.offering < lot.offering &&
        earlier.day === day,
    );
    if (!result || word === "postponed") return [];
    const { offering, revision, outcome, price, winner } = result;
    const next = nextResult(
      { status: outcome, price, winner, day },
      {
        status: Number(fields.status ?? lotStatuses.unknown),
        // A price of 0 is unknown.
        price: number(fields.soldPrice) || null,
        winner: text(fields.winningBid),
        day,
      },
      word,
    );
    if (!next.isNewResult) return [];
    return [
      {
        ...{ lotId, offering, day },
        revision: revision + 1,
        ...{ status: next.status, price: next.price, winner: next.winner },
      },
    ];
  });
  if (late.length > 0)
    await trx
      .insertInto("lot_results")
      .values(
        late.map(({ lotId, status, day, ...result }) => ({
          ...result,
          lot_id: lotId,
          outcome: status,
          sale_day: day,
          at: now,
          replaced_at: now,
        })),
      )
      .execute();
  return late.map(({ day: _, ...result }) => result);
}
