import { sql, type Transaction } from "kysely";
import { isCharged, type CarLine } from "../../domain/carLines";
import { japanDay } from "../../domain/japanTime";
import type { ChargeBody, ChargeReply } from "../../generated/schemas";
import type { NoteSecurity } from "../identity";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { decideOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { findAccount, lockAccount, noteAccountChange } from "./accounts";
import {
  postTransfer,
  reverseTransfer,
  type LedgerAccount,
  type LedgerActor,
} from "./ledger";
import { ownAccounts } from "./lineTables";

/** The functions that the area of won cars provides to payments. */
export type CarPorts = {
  /** Returns the client and the day in Japan of the purchase of a bid; null without one. */
  findPurchase(
    trx: Transaction<Tables>,
    bidId: string,
  ): Promise<{ userId: string; day: string } | null>;
  /** The row schema of purchases, whose rows show sums of the ledger. */
  row: string;
  /** Returns the purchases of bids, with their clients. */
  purchasesOf(
    bidIds: readonly string[],
  ): Promise<readonly { id: string; userId: string }[]>;
};

type Line = {
  userId: string;
  bidId: string;
  line: CarLine;
  /** Yen, above 0. */
  amount: number;
  /** The day in Japan of the fact. */
  day: string;
  /** A note that the client reads. */
  note: string | null;
  actor: LedgerActor;
  at: Date;
};

/**
 * Posts a line of a car and returns the id of its transfer. The kind of the line decides
 * whether the client owes it or gets it back. The caller holds the lock of the account.
 */
async function postLine(
  trx: Transaction<Tables>,
  { userId, line, note, ...posted }: Line,
): Promise<string> {
  const client = { client: userId };
  const account = accountOf(line);
  const id = await postTransfer(trx, {
    ...posted,
    ...(isCharged(line)
      ? { debit: client, credit: account, kind: "charge" }
      : { debit: account, credit: client, kind: "credit" }),
    ...(note !== null && { note }),
  });
  await noteAccountChange(trx, userId);
  return id;
}

/** The state of a purchase from which a line follows. */
export type LineCause = "claim" | "resale" | "cancellation";

/**
 * Posts the line of a cause in place of its present line, which it reverses. An amount of 0
 * ends the line. A line that is posted already stays as it is, so a retry has no further
 * effect. It locks the account.
 */
export async function keepLine(
  trx: Transaction<Tables>,
  { cause, ...wanted }: Line & { cause: LineCause },
): Promise<void> {
  const { userId, bidId, amount, actor, at } = wanted;
  await lockAccount(trx, userId);
  const present = await trx
    .selectFrom("caused_lines as caused")
    .innerJoin("ledger_transfers as posted", "posted.id", "caused.transfer_id")
    .select(["posted.id", "posted.amount"])
    .where("caused.bid_id", "=", bidId)
    .where("caused.cause", "=", cause)
    .executeTakeFirst();
  if (Number(present?.amount ?? 0) === amount) return;
  if (present) {
    await trx
      .deleteFrom("caused_lines")
      .where("transfer_id", "=", present.id)
      .execute();
    await reverseTransfer(trx, { transferId: present.id, actor, at });
    await noteAccountChange(trx, userId);
  }
  if (amount === 0) return;
  const transfer_id = await postLine(trx, wanted);
  await trx
    .insertInto("caused_lines")
    .values({ bid_id: bidId, cause, transfer_id })
    .execute();
}

/** Returns whether a line follows a state of its purchase, so that no person reverses it. */
export async function isCaused(
  trx: Transaction<Tables>,
  transferId: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom("caused_lines")
    .select("cause")
    .where("transfer_id", "=", transferId)
    .executeTakeFirst();
  return found !== undefined;
}

const accountOf = (line: CarLine): LedgerAccount =>
  line === "freight" || line === "bankCharge"
    ? ownAccounts[line]
    : { kind: "fees", label: line };

/** Returns whether a car has costs or credits beside its price that are not reversed. */
export async function hasCosts(
  trx: Transaction<Tables>,
  bidId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledger_transfers as line
      where bid_id = ${bidId} and kind in ('charge', 'credit') and not exists (
        select from ledger_transfers as later where later.reverses_id = line.id)
    ) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** The number of lines of a car, which counts their changes, and their sum in yen. */
type CarSum = { lines: number; total: number };

/** Returns the lines of a car. The caller holds the lock of the account. */
async function sumLines(
  trx: Transaction<Tables>,
  bidId: string,
): Promise<CarSum> {
  const { rows } = await sql<CarSum>`
    select count(*)::integer as lines, coalesce(-sum(change), 0)::float8 as total
    from client_transfers where bid_id = ${bidId}`.execute(trx);
  return rows[0] ?? { lines: 0, total: 0 };
}

/**
 * Charges a client for a won car, or gives money back for it, and returns the new sums in
 * yen. The person names the number of lines that they have seen, so that two people never
 * book the same cost for each other.
 *
 * @throws not_found for a bid without a purchase; stale_row with the present number of
 * lines; invalid_choice beside `day` for a day before the purchase or after today in Japan;
 * key_reused.
 */
export const chargeCar = (
  { database, clock, ports }: ChargeContext,
  request: {
    session: Session;
    body: ChargeBody;
    key: string;
    note: NoteSecurity;
  },
): Promise<ChargeReply> => {
  const { body, key, note } = request;
  const { viewer, fullName } = request.session;
  const { bidId, line, amount, day } = body;
  const now = clock.now();
  return decideOnce<ChargeReply>(
    database,
    { userId: viewer.userId, key, request: ["charge", body], now },
    async (trx) => {
      const purchase = await ports.cars.findPurchase(trx, bidId);
      if (!purchase || !(await lockAccount(trx, purchase.userId)))
        throw failure("not_found");
      const { userId } = purchase;
      const { lines } = await sumLines(trx, bidId);
      if (lines !== body.lines)
        throw failure("stale_row", { current: { lines } });
      if (day < purchase.day || day > japanDay(now))
        throw fieldFailure("day", "invalid_choice");
      const id = await postLine(trx, {
        ...{ userId, bidId, line, amount, day, at: now },
        note: body.note?.trim() || null,
        actor: { userId: viewer.userId, fullName },
      });
      await note(
        {
          event: "costs-changed",
          userId,
          detail: `bid ${bidId}, transfer ${id}: ${line} ${amount}`,
        },
        trx,
      );
      const balance = (await findAccount(trx, userId))?.balance ?? 0;
      const result = { id, balance, ...(await sumLines(trx, bidId)) };
      return { success: true, result };
    },
  );
};

type ChargeContext = Pick<Context, "database" | "clock"> & {
  ports: { cars: CarPorts };
};
