import { createChangeHub } from "../../../server/platform/changes";
import fastify from "fastify";
import type { PermissionFlag, Viewer } from "../../../domain/access";
import { lotStatuses } from "../../../domain/lotStatus";
import type { PlaceBidBody } from "../../../generated/schemas";
import { writeLots, type NeutralLot } from "../../../server/catalog";
import { placeBid } from "../../../server/bidding/placeBid";
import { openAll } from "../../support/areas";
import { declare } from "../../support/declared";
import { openBalance, type Account } from "../../../server/payments";
import { readConfig } from "../../../server/platform/config";
import type { Database } from "../../../server/platform/database";
import { createJobs } from "../../../server/platform/jobs";
import type { Host } from "../../../server/workspace/area";
import { createListingIndex } from "../../../server/workspace/listing";

export type Context = Host;

/** A Friday at noon in Japan; the lots of these tests are sold at 15:00. */
export const noon = "2026-11-20T12:00:00+09:00";
const saleTime = "2026-11-20T15:00:00+09:00";

/** Makes the program's context with a settable clock. */
export function contextOf(database: Database, time = noon) {
  const root = process.cwd();
  const { log } = fastify();
  let now = new Date(time);
  const clock = { now: () => now };
  const context = openAll({
    config: readConfig({ NODE_ENV: "test", KEYS_DIRECTORY: ":memory:" }),
    root,
    database,
    changes: createChangeHub({ database, log }),
    clock,
    log,
    jobs: createJobs({ database, clock, log }),
    index: createListingIndex({ database, clock }),
    ...declare({ root, log }),
  });
  const setNow = (next: string | Date) => {
    now = new Date(next);
  };
  return { context, setNow };
}

let users = 0;

const clientFlags: Partial<Record<PermissionFlag, boolean>> = {
  carAuctionsView: true,
  biddingAllowed: true,
  bidDeadlineCheck: true,
  creditLimitCheck: true,
  dailyBidLimitCheck: true,
  ussLimitCheck: true,
};

/** Adds a client with an account; amounts in yen. */
export async function addClient(
  { kysely }: Pick<Database, "kysely">,
  account: Partial<Account> = {},
  flags: typeof clientFlags = {},
): Promise<Viewer> {
  users += 1;
  const permissions = { ...clientFlags, ...flags };
  const email = `client${users}@example.test`;
  const { id } = await kysely
    .insertInto("users")
    .values({
      email,
      email_key: email,
      password_hash: "",
      full_name: `Client ${users}`,
      user_type: 2,
      user_level: 1064,
      role_id: 1064,
      permissions: JSON.stringify(permissions),
      bid_email_notify: true,
      created_at: new Date(noon),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("accounts")
    .values({
      user_id: id,
      credit_limit: account.creditLimit ?? 9_000_000,
      daily_bid_limit: account.dailyBidLimit ?? 100,
      daily_uss_limit: account.dailyUssLimit ?? 100,
    })
    .execute();
  const { balance: amount = 1_000_000 } = account;
  const opening = { userId: id, amount, at: new Date(noon) };
  if (amount > 0)
    await kysely.transaction().execute((trx) => openBalance(trx, opening));
  return {
    userId: id,
    userType: 2,
    userLevel: 1064,
    roleId: 1064,
    permissions,
  };
}

let lots = 0;

/** Adds upcoming lots to the auction area, with changed fields. */
export async function addLots(
  { kysely }: Pick<Database, "kysely">,
  count: number,
  fields: NeutralLot["fields"] = {},
): Promise<string[]> {
  const added = Array.from({ length: count }, () => {
    lots += 1;
    return lotOf(`test-${lots}`, { lotNo: String(1000 + lots), ...fields });
  });
  await kysely.transaction().execute((trx) => writeLots(trx, "auction", added));
  const rows = await kysely
    .selectFrom("lots")
    .select(["id", "source_id"])
    .where("area", "=", "auction")
    .where(
      "source_id",
      "in",
      added.map(({ sourceId }) => sourceId),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [row.source_id, row.id]));
  return added.map(({ sourceId }) => String(byKey.get(sourceId)));
}

export async function addLot(
  database: Pick<Database, "kysely">,
  fields: NeutralLot["fields"] = {},
): Promise<string> {
  const [id] = await addLots(database, 1, fields);
  return String(id);
}

/** Returns an upcoming lot as read from a feed. */
export const lotOf = (
  sourceId: string,
  fields: NeutralLot["fields"],
): NeutralLot => {
  const all = {
    lotNo: "1",
    auctionDate: saleTime,
    auctionName: "JU Tokyo",
    maker: "TOYOTA",
    model: "AQUA",
    condition: "4",
    startPrice: 100_000,
    status: lotStatuses.upcoming,
    images: [],
    ...fields,
  };
  return {
    source: "test",
    sourceId,
    fields: all,
    rowHash: JSON.stringify(all),
  };
};

/** Returns the body that the bid panel sends. */
export const bidOn = (
  carId: string,
  body: Partial<PlaceBidBody> = {},
): PlaceBidBody => ({ carId, amount: 200_000, confirm: 1, ...body });

/** Places a bid and returns `taken`, or the code of the error. */
export async function outcomeOf(
  context: Context,
  viewer: Viewer,
  body: PlaceBidBody,
): Promise<string> {
  try {
    const client = { viewer, fullName: "Anna" };
    await placeBid(context, { client, body, key: null });
    return "taken";
  } catch (error) {
    return error instanceof Error ? error.message : "unknown";
  }
}
