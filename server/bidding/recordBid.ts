import type { Insertable, Transaction } from "kysely";
import { japanDay } from "../../domain/japanTime";
import type { LotRow } from "../catalog";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import { insertBid, insertLogEntries } from "./bidQueries";
import { copiedFields } from "./copiedFields";

type BidRecord = Pick<
  Insertable<Tables["bids"]>,
  "user_id" | "amount" | "bid_status" | "placed_at"
> &
  Partial<
    Pick<
      Insertable<Tables["bids"]>,
      "bid_group_id" | "export_type_id" | "comment" | "manager_id"
    >
  >;

type LogEntry = Omit<Insertable<Tables["bid_log"]>, "user_id" | "bid_id">;

/**
 * Inserts a bid with a copy of its lot and with its log, and returns its id.
 * Amounts are yen. It checks no rule: the caller holds the locks of account and
 * lot and has checked the rules.
 */
export async function recordBid(
  trx: Transaction<Tables>,
  { lot, bid, log }: { lot: LotRow; bid: BidRecord; log: readonly LogEntry[] },
) {
  await announceChange(trx, "bids");
  const { id } = await insertBid(trx, {
    ...copiedFields(lot),
    ...bid,
    auto_bid: false,
    placed_day: japanDay(bid.placed_at),
  });
  await insertLogEntries(
    trx,
    log.map((entry) => ({ ...entry, user_id: bid.user_id, bid_id: id })),
  );
  return id;
}
