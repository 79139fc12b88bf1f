import { sql, type Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { chatSides, type ChatSide } from "../../domain/chat";
import { languageOf, type Language } from "../../domain/limits";
import { lotStatuses } from "../../domain/lotStatus";
import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import {
  addMessage,
  markUpTo,
  recordBid,
  type BidContext,
  type BidPorts,
} from "../bidding";
import { findLot } from "../catalog";
import { postRemittance } from "../payments";
import {
  inTransaction,
  readAppState,
  saveAppState,
  type Tables,
} from "../platform/database";
import {
  bidParts,
  demoBidders,
  demoManager,
  demoMessages,
  planBids,
  type BidLot,
  type BidPart,
  type PlannedBid,
} from "./bidPlan";

type Person = {
  id: string;
  name: string;
  type: number;
  language: Language;
};

const minute = 60_000;
/** Yen. Low, so that a demo client has credit left for new bids. */
const highestStartPrice = 180_000;
const mostLots = 600;
/** The deposits of the demo are as many days old. */
const depositDays = 14;
const threeHours = 3 * 3_600_000;

/**
 * Places the demo bids, once on coming lots and once on ended lots, as soon as
 * there are enough lots of each. All bids are dated to earlier days, so that
 * today's limits are unused. Won cars are paid by deposits, so that the balances
 * stay as they were opened. Later calls do nothing.
 */
export async function seedBids({
  database,
  clock,
  ports,
}: BidContext): Promise<void> {
  const now = clock.now();
  for (const part of bidParts)
    await inTransaction({ kysely: database.longRunning }, (trx) =>
      seedPart(trx, part, { now, ports }),
    );
}

async function seedPart(
  trx: Transaction<Tables>,
  part: BidPart,
  { now, ports }: { now: Date; ports: BidPorts },
): Promise<void> {
  const key = `demo bids ${part}`;
  // Servers that start together would otherwise place the same bids.
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
  if ((await readAppState(trx, key)) !== null) return;
  const people = await findPeople(trx);
  const lots = await findBidLots(trx, part, now);
  const bids = planBids(part, lots);
  const manager = people.get(demoManager);
  if (!bids || !manager) return;
  const prices = new Map(lots.map(({ id, soldPrice }) => [id, soldPrice ?? 0]));
  for (const bid of bids) {
    const bidder = people.get(bid.bidder);
    if (!bidder) continue;
    if (bid.status === bidStatuses.win)
      await postRemittance(trx, {
        userId: bidder.id,
        amount: prices.get(bid.lotId) ?? 0,
        day: addDays(japanDay(now), -depositDays),
        note: "Bank transfer",
        actor: { userId: manager.id, fullName: manager.name },
        at: dayBefore({
          day: japanDay(now),
          days: depositDays,
          index: bid.index,
        }),
      });
    await seedBid(trx, bid, { bidder, manager, part, now, ports });
  }
  await saveAppState(trx, key, "done");
}

async function seedBid(
  trx: Transaction<Tables>,
  bid: PlannedBid,
  around: {
    bidder: Person;
    manager: Person;
    part: BidPart;
    now: Date;
    ports: BidPorts;
  },
): Promise<void> {
  const { bidder, manager, part, now, ports } = around;
  const { amount, status, steps } = bid;
  const lot = await findLot(trx, "auction", bid.lotId);
  if (!lot) return;
  const placedAt = dayBefore(
    part === "ended" && lot.auction_at
      ? { day: japanDay(lot.auction_at), days: 1, index: bid.index }
      : { day: japanDay(now), days: 1 + (bid.index % 3), index: bid.index },
  );
  const history = [
    { by: "bidder", status: bidStatuses.new, hours: 0 },
    ...steps,
  ];
  const timeOf = (hours: number) =>
    new Date(Math.min(placedAt.getTime() + hours * 60 * minute, now.getTime()));
  const bidId = await recordBid(trx, {
    lot,
    bid: {
      user_id: bidder.id,
      amount,
      bid_status: status,
      bid_group_id: bid.group,
      // The cars that are bought do not count among the coming bids.
      group_round: bid.group && (part === "ended" ? 1 : 2),
      export_type_id: bid.exportType,
      manager_id: steps.some(({ by }) => by === "manager") ? manager.id : null,
      placed_at: placedAt,
    },
    log: history.map((step, place) => {
      const actor = step.by === "manager" ? manager : bidder;
      const before = history[place - 1]?.status;
      return {
        at: timeOf(step.hours),
        actor_id: actor.id,
        actor_name: actor.name,
        actor_type: actor.type,
        event: place === 0 ? "placed" : "status",
        amount,
        bid_status: step.status,
        ...(before === undefined
          ? {}
          : {
              before: JSON.stringify({ bidStatus: before }),
              after: JSON.stringify({ bidStatus: step.status }),
            }),
      };
    }),
    account: null,
    isCreditChecked: false,
    actor: { userId: manager.id, fullName: manager.name },
    at: timeOf(history.at(-1)?.hours ?? 0),
    ports,
  });
  if (bid.chat !== null)
    await seedChat(trx, { bidId, chat: bid.chat, placedAt, ...around });
}

/**
 * Writes the messages of a bid. Each author has read the messages before, and
 * everybody has read the messages about ended lots.
 */
async function seedChat(
  trx: Transaction<Tables>,
  demo: {
    bidId: string;
    chat: number;
    placedAt: Date;
    bidder: Person;
    manager: Person;
    part: BidPart;
    now: Date;
  },
): Promise<void> {
  const { bidder, manager, placedAt, now } = demo;
  const chat = { userId: bidder.id, bidId: demo.bidId };
  let last: string | undefined;
  const markRead = async (side: ChatSide) => {
    if (last) await markUpTo(trx, chat, { side, messageId: last });
  };
  const messages = demoMessages(demo.chat, bidder.language);
  for (const [place, { by, text }] of messages.entries()) {
    const side = by === "manager" ? "agent" : "client";
    const { id, name } = by === "manager" ? manager : bidder;
    const time = placedAt.getTime() + place * 23 * minute;
    await markRead(side);
    const added = await addMessage(trx, {
      chat,
      author: { side, id, name },
      text,
      at: new Date(Math.min(time, now.getTime())),
    });
    last = added.id;
  }
  if (demo.part === "ended") for (const side of chatSides) await markRead(side);
}

/** Returns a time in the morning in Japan, `days` before `day`. */
function dayBefore(options: {
  day: string;
  days: number;
  index: number;
}): Date {
  const { day, days, index } = options;
  const start = startOfJapanDay(addDays(day, -days)).getTime();
  return new Date(start + (9 * 60 + ((index * 37) % 180)) * minute);
}

/** Returns the users of the plan by e-mail. */
async function findPeople(
  trx: Transaction<Tables>,
): Promise<Map<string, Person>> {
  const users = await trx
    .selectFrom("users")
    .select(["id", "email_key", "full_name", "user_type", "language_id"])
    .where("email_key", "in", [demoManager, ...demoBidders])
    .execute();
  return new Map(
    users.map((user) => [
      user.email_key,
      {
        id: user.id,
        name: user.full_name,
        type: user.user_type,
        language: languageOf(user.language_id) ?? "en",
      },
    ]),
  );
}

/** Returns lots for demo bids, mixed, but in the same order for the same feed. */
async function findBidLots(
  trx: Transaction<Tables>,
  part: BidPart,
  now: Date,
): Promise<BidLot[]> {
  const isComing = part === "coming";
  const states = isComing
    ? [lotStatuses.upcoming]
    : [lotStatuses.sold, lotStatuses.notSold];
  const end = isComing ? new Date(now.getTime() + threeHours) : now;
  const rows = await trx
    .selectFrom("lots")
    .select(["id", "start_price", "sold_price"])
    .where("area", "=", "auction")
    .where("status", "in", states)
    .where("auction_at", isComing ? ">" : "<", end)
    .where("start_price", ">", 0)
    .where("start_price", "<=", highestStartPrice)
    .orderBy(sql`md5(source_id)`)
    .limit(mostLots)
    .execute();
  return rows.map(({ id, start_price, sold_price }) => ({
    id,
    startPrice: start_price ?? 0,
    soldPrice: sold_price,
  }));
}
