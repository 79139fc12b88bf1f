import { sql, type Insertable, type Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { priceOfWin } from "../../domain/claim";
import { japanDay } from "../../domain/japanTime";
import { carFields, type LotRow } from "../catalog";
import type { Account, LedgerActor } from "../payments";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database/tables";
import { bookBidMoney } from "./bidMoney";
import type { BidPorts } from "./bidContext";
import { insertBid, insertLogEntries } from "./bidQueries";

type BidRecord = Pick<
  Insertable<Tables["bids"]>,
  "user_id" | "amount" | "bid_status" | "placed_at"
> &
  Partial<
    Pick<
      Insertable<Tables["bids"]>,
      | "bid_group_id"
      | "group_round"
      | "export_type_id"
      | "manager_id"
      | "needs_confirmation"
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
  const price =
    bid.bid_status === bidStatuses.win
      ? priceOfWin({
          amount: bid.amount,
          isOrder: lot.area === "stock",
          soldPrice: lot.sold_price,
        })
      : null;
  const { id } = await insertBid(trx, {
    ...copiedFields(lot),
    ...bid,
    won_price: price,
    auto_bid: false,
    placed_day: japanDay(bid.placed_at),
  });
  await insertLogEntries(
    trx,
    log.map((entry) => ({ ...entry, user_id: bid.user_id, bid_id: id })),
  );
  const { bid_group_id = null, group_round = null } = bid;
  await bookBidMoney(trx, {
    bid: {
      ...bid,
      ...{ id, bid_group_id, group_round, won_price: price },
      ...{ lot_area: lot.area, auction_at: lot.auction_at },
      manager_sold_price: null,
    },
    before: null,
    ...money,
  });
  return id;
}

type CarColumn = (typeof carFields)[keyof typeof carFields]["column"];

/** Columns with the same name in both tables. */
export const sharedColumns: readonly (CarColumn | "auction_day")[] = [
  ...Object.values(carFields).map(({ column }) => column),
  carFields.auctionDate.day,
];

/** The bid's `extra`: the lot's `extra` and its columns that bids lack. */
export const copiedExtra = sql<string>`lots.extra || jsonb_strip_nulls(
  jsonb_build_object('priv', lots.priv, 'averagePrice', lots.average_price))`;

/**
 * Returns the columns of a bid that are copied from its lot. Because of the
 * copy, lists of bids read a single table.
 */
const copiedFields = (lot: LotRow) => ({
  ...pick(lot, sharedColumns),
  lot_area: lot.area,
  lot_id: lot.id,
  lot_status: lot.status,
  offering: lot.offering,
  result_revision: lot.result_revision,
  decided_revision: lot.result_revision,
  is_uss: lot.isUss,
  extra: sql<string>`(select ${copiedExtra} from lots
    where lots.area = ${lot.area} and lots.id = ${lot.id})`,
});

const pick = <Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
