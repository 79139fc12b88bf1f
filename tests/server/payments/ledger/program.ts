import type { Kysely } from "kysely";
import { securityNotes } from "../../../../server/identity";
import { createSessions } from "../../../../server/identity/sessions";
import { sealJob } from "../../../../server/operations/seals/sealRows";
import { verifySeals } from "../../../../server/operations/seals/verifySeals";
import { lockAccount, writeClaim } from "../../../../server/payments";
import { closeMonth } from "../../../../server/payments/closeMonth";
import { postTransfer } from "../../../../server/payments/ledger";
import { recordRemittance } from "../../../../server/payments/remittance";
import { reverseByPerson } from "../../../../server/payments/reversal";
import { sealedLedger } from "../../../../server/payments/sealedLedger";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../../../../server/platform/database";
import { Failure } from "../../../../server/platform/errors";
import { managerViewer } from "../../bidding/changes";
import { addClient, contextOf } from "../../bidding/support";

export const today = "2026-11-20";
export const at = new Date(`${today}T03:00:00Z`);
const manager = { viewer: managerViewer, fullName: "Emi" };
const session = { ...manager, sessionId: "1", language: null };
let keys = 0;

/** Returns the reply of a call or the code of its refusal. */
export async function answerOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

type Claimed = { userId: string; bidId: string; held?: number; owed?: number };

/** The program's ways to move money, each of which a mutant may replace. */
export function programOf(database: Database) {
  const { context } = contextOf(database);
  return {
    database,
    /** Adds a client with an opening balance in yen and without credit. */
    addClient: async (balance: number) =>
      (await addClient(database, { balance, creditLimit: 0 })).userId,
    newKey: () => `ledger-test-${(keys += 1)}`,
    remit: (
      userId: string,
      amount: number,
      { key = `ledger-test-${(keys += 1)}`, day = today } = {},
    ): Promise<unknown> =>
      answerOf(
        recordRemittance(context, {
          ...{ session, sessions: createSessions(context), key },
          body: { userId, amount, date: day },
          note: securityNotes(context),
        }),
      ),
    reverse: (transferId: string): Promise<unknown> =>
      answerOf(
        reverseByPerson(context, {
          ...{ session, key: `ledger-test-${(keys += 1)}` },
          body: { transferId, reason: "wrong client" },
          note: securityNotes(context),
        }),
      ),
    closeMonth: (month: string): Promise<unknown> =>
      answerOf(
        closeMonth(context, {
          ...{ session, key: `ledger-test-${(keys += 1)}`, body: { month } },
          note: securityNotes(context),
        }),
      ),
    /** Moves yen between two clients, whose accounts it locks in the order of their ids. */
    move: (from: string, to: string, amount: number): Promise<unknown> =>
      inTransaction(database, async (trx) => {
        for (const id of [from, to].toSorted((a, b) => Number(a) - Number(b)))
          await lockAccount(trx, id);
        return postTransfer(trx, {
          ...{ debit: { client: from }, credit: { client: to } },
          ...{ amount, kind: "remittance", day: today, isByBank: true },
          ...{ actor: "system", at },
        });
      }),
    claim: ({ userId, bidId, held = 0, owed = 0 }: Claimed): Promise<unknown> =>
      answerOf(
        inTransaction(database, async (trx) => {
          const account = await lockAccount(trx, userId);
          await writeClaim(trx, {
            ...{ userId, bidId, owed, account, at, day: today },
            holds: [{ subject: { bidId }, amount: held }],
            ...{ isCreditChecked: true, actor: "system" },
          });
          return "done";
        }),
      ),
    seal: async () => {
      const clock = { now: () => at };
      const job = sealJob({ database, clock }, sealedLedger);
      await job.run(new AbortController().signal);
    },
    findSealFaults: async (background: Kysely<Tables> = database.background) =>
      (await verifySeals({ background }, sealedLedger)).faults,
  };
}

export type Program = ReturnType<typeof programOf>;
