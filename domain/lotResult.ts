import { isFinished, isSold } from "./lotStatus";

/** The result of a lot; the price is yen. */
export type LotResult = {
  /** The status of the lot. */
  status: number;
  price: number | null;
  /** The buyer as the source names it. */
  winner: string | null;
};

/** A lot as it is stored, or as a row of its feed describes it. */
export type OfferedLot = LotResult & {
  /** The sale day in Japan, `YYYY-MM-DD`. */
  day: string | null;
};

/** A word of a feed that ends a result without another one. */
export type OfferingWord = "revoked" | "postponed";

/** The result of a lot after a row of its feed. */
export type NextResult = LotResult & {
  /** Whether the lot is offered again after a result. */
  isNewOffering: boolean;
  /** Whether the present result ends, or the first one becomes known. */
  isNewResult: boolean;
};

/**
 * Returns whether a row of a feed is about an earlier offering of its lot: its sale day is
 * not after `earlierDay`, the sale day of that offering. Such a row changes nothing, because
 * the bids of the present offering have another auction.
 */
export const isOfEarlierOffering = (
  rowDay: string | null,
  earlierDay: string | null,
): boolean => rowDay !== null && earlierDay !== null && rowDay <= earlierDay;

/**
 * Returns the result of a lot after a row of its feed. The first rule that applies wins:
 *
 * | the row                                        | the lot                         |
 * | ---------------------------------------------- | ------------------------------- |
 * | revokes the result or postpones the sale       | takes status and price as given |
 * | has a later sale day, and the lot has a result | begins a new offering           |
 * | has a result                                   | takes the result                |
 * | has no result                                  | keeps its result                |
 *
 * A price or a buyer that is missing in the row does not remove the present one, unless
 * the row says that the lot was not sold after all.
 */
export function nextResult(
  lot: OfferedLot,
  row: OfferedLot,
  word: OfferingWord | null = null,
): NextResult {
  const { status, price, winner } = row;
  const hasResult = isFinished(lot.status);
  const asRow = { status, price, winner };
  if (word !== null)
    return {
      ...asRow,
      isNewOffering: false,
      isNewResult: hasResult || isFinished(status),
    };
  if (hasResult && row.day !== null && lot.day !== null && row.day > lot.day)
    return { ...asRow, isNewOffering: true, isNewResult: true };
  const isUnsold = isFinished(status) && !isSold(status);
  const next: LotResult = {
    status: hasResult && !isFinished(status) ? lot.status : status,
    price: price ?? (isUnsold ? null : lot.price),
    winner: winner ?? (isUnsold ? null : lot.winner),
  };
  const isSame =
    next.status === lot.status &&
    next.price === lot.price &&
    next.winner === lot.winner;
  return {
    ...next,
    isNewOffering: false,
    isNewResult: isFinished(next.status) && !isSame,
  };
}
