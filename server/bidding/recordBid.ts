import { sql, type Insertable, type Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { claimOf, priceOfWin } from "../../domain/claim";
import { japanDay } from "../../domain/japanTime";
import { carFields, type LotRow } from "../catalog";
import { writeClaim, type Account, type LedgerActor } from "../payments";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database/tables";
import type { BidPorts } from "./bidPorts";
import { insertBid, insertLogEntries } from "./bidQueries";

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
  const { user_id, bid_status, amount } = bid;
  await bookBidMoney(trx, {
    bid: {
      id,
      user_id,
      bid_status,
      amount,
      won_price: price,
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

/** The values of a bid that decide about money. Amounts are yen. */
type MoneyOfBid = {
  bid_status: number;
  amount: number;
  /** The price of the result at which a won car is booked. */
  won_price: number | null;
  /** The price that a manager recorded. */
  manager_sold_price: number | null;
};

/** The debt of a won car, in yen; null before its price is known. */
export type BookedPrice = { before: number | null; after: number | null };

/**
 * Brings hold, debt and purchase of a bid in line with its values. The caller
 * holds the locks of account and bid, has written the bid, and passes the account
 * as it was before. Returns the booked price if it changes while the bid stays won,
 * else null; calling it again changes nothing. Throws insufficient_credit, and
 * purchase_advanced without a reason to take back a car that is on its way.
 */
export async function bookBidMoney(
  trx: Transaction<Tables>,
  request: {
    bid: MoneyOfBid & { id: string; user_id: string };
    /** The bid before the change; null for a new bid. */
    before: Pick<MoneyOfBid, "bid_status"> | null;
    account: Account | null;
    isCreditChecked: boolean;
    actor: LedgerActor;
    /** A manager's reason, without which a purchase on its way keeps its win. */
    reason?: string | undefined;
    at: Date;
    ports: BidPorts;
  },
): Promise<BookedPrice | null> {
  const { bid, before, account, isCreditChecked, actor, at, ports } = request;
  const { reason } = request;
  const ofBid = { userId: bid.user_id, bidId: bid.id };
  const status = bid.bid_status;
  const claim = claimOf({
    status,
    amount: bid.amount,
    wonPrice: bid.won_price,
    recordedPrice: bid.manager_sold_price,
  });
  const former = await writeClaim(trx, {
    ...ofBid,
    claim,
    account,
    isCreditChecked,
    actor,
    at,
  });
  const wasWon = before?.bid_status === bidStatuses.win;
  const isWon = status === bidStatuses.win;
  if (isWon && !wasWon) await ports.purchases.create(trx, { ...ofBid, at });
  if (wasWon && !isWon) await ports.purchases.cancel(trx, { ...ofBid, reason });
  if (!wasWon || !isWon || !former || former.owed === claim.owed) return null;
  return { before: former.owed || null, after: claim.owed || null };
}
