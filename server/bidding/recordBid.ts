import type { Insertable, Transaction } from "kysely";
import { japanDay } from "../../domain/japanTime";
import type { LotRow } from "../catalog";
import type { Account, LedgerActor } from "../payments";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import type { BidPorts } from "./bidPorts";
import { insertBid, insertLogEntries } from "./bidQueries";
import { copiedFields } from "./copiedFields";
import { bookBidMoney } from "./bookBidMoney";

type BidRecord = Pick<
  Insertable<Tables["bids"]>,
  "user_id" | "amount" | "bid_status" | "placed_at"
> &
  Partial<
    Pick<
      Insertable<Tables["bids"]>,
      "bid_group_id" | "group_round" | "export_type_id" | "manager_id"
    >
  >;

type LogEntry = Omit<
  Insertable<Tables["bid_log"]>,
  "user_id" | "bid_id" | "actor_level"
>;

/**
 * Inserts a bid with a copy of its lot and with its log, claims its money, and
 * returns its id. Amounts are yen. The caller holds the locks of account and lot
 * and has checked all other rules. Throws insufficient_credit if the client's
 * credit is checked.
 */
export async function recordBid(
  trx: Transaction<Tables>,
  {
    lot,
    bid,
    log,
    ...money
  }: {
    lot: LotRow;
    bid: BidRecord;
    log: readonly LogEntry[];
    account: Account | null;
    isCreditChecked: boolean;
    actor: LedgerActor;
    /** The time of the entries and the purchase. */
    at: Date;
    ports: BidPorts;
  },
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
  const { user_id, bid_status, amount } = bid;
  await bookBidMoney(trx, {
    bid: {
      id,
      user_id,
      bid_status,
      amount,
      sold_price: lot.sold_price,
      manager_sold_price: null,
    },
    before: null,
    ...money,
  });
  return id;
}
