import type { Transaction } from "kysely";
import { toJapanIso } from "../../domain/japanTime";
import { finishedStatuses, isFinished } from "../../domain/lotStatus";
import {
  nextResult,
  type OfferedLot,
  type OfferingWord,
} from "../../domain/lotResult";
import type { LotStatus, PassportReply } from "../../generated/schemas";
import type { Reader, Tables } from "../platform/database/tables";
import { number, text } from "./fieldValues";
import type { LotRecord } from "./lotRecords";
import type { LotArea } from "./lotSource";

/** A lot before an import changes it. */
export type StoredLot = OfferedLot & {
  id: string;
  area: LotArea;
  rowHash: string;
  offering: number;
  revision: number;
  resultAt: Date | null;
  importedAt: Date;
  auctionAt: Date | null;
  /** The sale day of the offering before the present one; null without one. */
  earlierDay: string | null;
};

const resultField = "winningBid";

/**
 * Returns the column values of a row of a feed with the result that the lot has after
 * it, and whether the row replaces the result or offers the lot again.
 */
export function withResult(
  record: LotRecord,
  {
    lot,
    word,
    now,
  }: { lot: StoredLot | undefined; word: OfferingWord | null; now: Date },
): { record: LotRecord; isNewOffering: boolean; isNewResult: boolean } {
  const { [resultField]: winner, ...extra } = record.extra as LotRecord;
  const row = {
    status: Number(record.status),
    // A price of 0 is unknown.
    price: number(record.sold_price) || null,
    winner: text(winner),
    // The day of a car at a fixed price says since when it is for sale.
    day: lot?.area === "stock" ? null : text(record.auction_day),
  };
  const next = lot
    ? nextResult(lot, row, word)
    : { ...row, isNewOffering: false, isNewResult: isFinished(row.status) };
  const { isNewOffering, isNewResult } = next;
  const { offering, revision, resultAt } = lot ?? unknownLot;
  const keepsDay =
    record.auction_day === null && word === null && isFinished(next.status);
  return {
    record: {
      ...record,
      // Without its day an ended lot could not be offered again.
      ...(lot &&
        keepsDay && { auction_at: lot.auctionAt, auction_day: lot.day }),
      status: next.status,
      sold_price: next.price,
      extra:
        next.winner === null ? extra : { ...extra, [resultField]: next.winner },
      offering: offering + Number(isNewOffering),
      result_revision: revision + Number(isNewResult),
      result_at: isNewResult
        ? isFinished(next.status)
          ? now
          : null
        : resultAt,
    },
    isNewOffering,
    isNewResult,
  };
}

const unknownLot = { offering: 1, revision: 0, resultAt: null };

/** Keeps the results that are replaced or withdrawn. The lots themselves have the new ones. */
export async function keepResults(
  trx: Transaction<Tables>,
  changes: readonly { lot: StoredLot | undefined; isNewResult: boolean }[],
  now: Date,
): Promise<void> {
  const replaced = changes.flatMap(({ lot, isNewResult }) =>
    lot && isNewResult && isFinished(lot.status) ? [lot] : [],
  );
  if (replaced.length === 0) return;
  await trx
    .insertInto("lot_results")
    .values(
      replaced.map((lot) => ({
        lot_id: lot.id,
        revision: lot.revision,
        offering: lot.offering,
        outcome: lot.status,
        price: lot.price,
        winner: lot.winner,
        sale_day: lot.day,
        at: lot.resultAt ?? lot.importedAt,
        replaced_at: now,
      })),
    )
    .execute();
}

/** The latest results that are returned. */
const mostResults = 20;

/**
 * Returns the results of a lot that were replaced or withdrawn, the latest first; none
 * unless the viewer may see the status of the lot in `row`, and no prices unless the
 * viewer may see its sold price.
 */
export async function earlierResults(
  db: Reader,
  { id, row }: { id: string; row: Readonly<Record<string, unknown>> },
): Promise<PassportReply["results"]> {
  if (!("status" in row)) return [];
  const results = await db
    .selectFrom("lot_results")
    .select(["sale_day as day", "offering", "outcome", "price"])
    .select("replaced_at as replacedAt")
    .where("lot_id", "=", id)
    .where("outcome", "in", finishedStatuses)
    .orderBy("offering", "desc")
    .orderBy("revision", "desc")
    .limit(mostResults)
    .execute();
  return results.map(({ day, offering, outcome, price, replacedAt }) => ({
    day,
    offering,
    status: outcome as LotStatus,
    ...("soldPrice" in row && { soldPrice: price }),
    replacedAt: toJapanIso(replacedAt),
  }));
}
