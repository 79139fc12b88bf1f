import { sql, type Transaction } from "kysely";
import { bidStatuses } from "../../domain/bidStatus";
import { chatSides } from "../../domain/chat";
import { addDays, japanDay, startOfJapanDay } from "../../domain/japanTime";
import { lotStatuses } from "../../domain/lotStatus";
import {
  addMessage,
  markUpTo,
  recordBid,
  type BidContext,
  type BidPorts,
} from "../bidding";
import { findLot } from "../catalog";
import { postRemittance } from "../payments";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import {
  bidParts,
  placeBids,
  type BidPart,
  type DemoBids,
  type PlacedBid,
} from "./bidPlan";
import { readDemoText } from "./demoData";
import { seedOnce } from "./demoValues";

const minute = 60_000;
const hour = 60 * minute;
/** Yen. Low, so that a demo client has credit left for new bids. */
const highestStartPrice = 180_000;
const mostLots = 600;
/** The deposits of the demo are as many days old. */
const depositDays = 14;
/** Coming bids are on auctions that begin at least so much later. */
const leastTimeLeft = 3 * hour;

type Seeding = {
  trx: Transaction<Tables>;
  part: BidPart;
  now: Date;
  ports: BidPorts;
};

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
  root,
}: BidContext & Pick<Context, "root">): Promise<void> {
  const plan = readDemoText(root, "bids");
  const now = clock.now();
  for (const part of bidParts)
    await seedOnce(database, `demo bids ${part}`, (trx) =>
      seedPart({ trx, part, now, ports }, plan),
    );
}

async function seedPart(seeding: Seeding, plan: DemoBids): Promise<boolean> {
  const { trx, part, now } = seeding;
  const bids = placeBids(plan[part], await findBidLots(trx, part, now));
  const people = await findPeople(trx, plan);
  const manager = people.get(plan.manager);
  if (!bids || !manager) return false;
  // Money is posted in the order of time.
  const won = bids.filter(({ status }) => status === bidStatuses.win);
  const day = addDays(japanDay(now), -depositDays);
  for (const { bidder, lot, index } of won) {
    const userId = people.get(bidder)?.id;
    if (!userId) continue;
    await postRemittance(trx, {
      userId,
      amount: lot.soldPrice ?? 0,
      day,
      note: "Bank transfer",
      actor: { userId: manager.id, fullName: manager.name },
      at: morning(day, index),
    });
  }
  const dated = bids.map((bid) => dateBid(seeding, bid));
  dated.sort((one, other) => one.lastAt.getTime() - other.lastAt.getTime());
  for (const bid of dated) {
    const bidder = people.get(bid.bidder);
    if (bidder) await seedBid(seeding, bid, { bidder, manager });
  }
  return true;
}

type Person = NonNullable<
  ReturnType<Awaited<ReturnType<typeof findPeople>>["get"]>
>;
type People = { bidder: Person; manager: Person };

/** Returns the bid with the times of its steps, the last of which is now at most. */
function dateBid({ part, now }: Seeding, bid: PlacedBid) {
  const { index, lot } = bid;
  const placedAt =
    part === "ended"
      ? morning(addDays(japanDay(lot.auctionAt), -1), index)
      : morning(addDays(japanDay(now), -1 - (index % 3)), index);
  const history = bid.steps.map(({ hours, ...step }) => {
    const time = placedAt.getTime() + hours * hour;
    return { ...step, at: new Date(Math.min(time, now.getTime())) };
  });
  return { ...bid, placedAt, history, lastAt: history.at(-1)?.at ?? placedAt };
}

async function seedBid(
  seeding: Seeding,
  bid: ReturnType<typeof dateBid>,
  people: People,
): Promise<void> {
  const { trx, part, ports } = seeding;
  const { manager, bidder } = people;
  const { amount, placedAt, history, lastAt } = bid;
  const lot = await findLot(trx, "auction", bid.lot.id);
  if (!lot) return;
  const bidId = await recordBid(trx, {
    lot,
    bid: {
      user_id: bidder.id,
      amount,
      bid_status: bid.status,
      bid_group_id: bid.group,
      // The cars that are bought do not count among the coming bids.
      group_round: bid.group && (part === "ended" ? 1 : 2),
      export_type_id: bid.exportType,
      manager_id: history.some(({ by }) => by === "manager")
        ? manager.id
        : null,
      placed_at: placedAt,
    },
    log: history.map(({ by, status, at }, place) => {
      const actor = by === "manager" ? manager : bidder;
      const before = history[place - 1]?.status;
      return {
        at,
        actor_id: actor.id,
        actor_name: actor.name,
        actor_type: actor.type,
        event: place === 0 ? "placed" : "status",
        amount,
        bid_status: status,
        ...(before !== undefined && {
          before: JSON.stringify({ bidStatus: before }),
          after: JSON.stringify({ bidStatus: status }),
        }),
      };
    }),
    account: null,
    isCreditChecked: false,
    actor: { userId: manager.id, fullName: manager.name },
    at: lastAt,
    ports,
  });
  await seedChat(seeding, bid, { bidId, ...people });
}

/**
 * Writes the messages of a bid. Each author has read the messages before, and
 * everybody has read the messages about ended lots.
 */
async function seedChat(
  { trx, part, now }: Seeding,
  { messages, placedAt }: ReturnType<typeof dateBid>,
  { bidId, bidder, manager }: People & { bidId: string },
): Promise<void> {
  const chat = { userId: bidder.id, bidId };
  let last: string | undefined;
  const markRead = async (side: (typeof chatSides)[number]) => {
    if (last) await markUpTo(trx, chat, { side, messageId: last });
  };
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
  if (part === "ended") for (const side of chatSides) await markRead(side);
}

/** Returns a time in the morning of a day in Japan. */
const morning = (day: string, index: number): Date =>
  new Date(
    startOfJapanDay(day).getTime() + 9 * hour + ((index * 37) % 180) * minute,
  );

/** Returns the users of the plan by e-mail. */
async function findPeople(trx: Transaction<Tables>, plan: DemoBids) {
  const bidders = bidParts.flatMap((part) =>
    plan[part].map(({ bidder }) => bidder),
  );
  const users = await trx
    .selectFrom("users")
    .select(["id", "email_key", "full_name as name", "user_type as type"])
    .where("email_key", "in", [plan.manager, ...new Set(bidders)])
    .execute();
  return new Map(users.map((user) => [user.email_key, user]));
}

/** Returns lots for demo bids, mixed, but in the same order for the same feed. */
function findBidLots(trx: Transaction<Tables>, part: BidPart, now: Date) {
  const isComing = part === "coming";
  return trx
    .selectFrom("lots")
    .select(["id", "sold_price as soldPrice"])
    .select(sql<number>`start_price`.as("startPrice"))
    .select(sql<Date>`auction_at`.as("auctionAt"))
    .where("area", "=", "auction")
    .where(
      "status",
      "in",
      isComing
        ? [lotStatuses.upcoming]
        : [lotStatuses.sold, lotStatuses.notSold],
    )
    .where(
      "auction_at",
      isComing ? ">" : "<",
      isComing ? new Date(now.getTime() + leastTimeLeft) : now,
    )
    .where("start_price", ">", 0)
    .where("start_price", "<=", highestStartPrice)
    .orderBy(sql`md5(source_id)`)
    .limit(mostLots)
    .execute();
}
