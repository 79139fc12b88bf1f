import { sql } from "kysely";
import {
  findAccount,
  lockAccount,
  postRemittance,
  writeClaim,
} from "../../../../server/payments";
import { postTransfer } from "../../../../server/payments/ledger";
import { sealedLedger } from "../../../../server/payments/sealedLedger";
import { sealJob } from "../../../../server/operations/seals/sealRows";
import { verifySeals } from "../../../../server/operations/seals/verifySeals";
import { inTransaction } from "../../../../server/platform/database";
import { decideOnce } from "../../../../server/platform/idempotency";
import { managerViewer } from "../../bidding/changes";
import { answerOf, at, today, type Program } from "./program";

/** A copy of the ledger with one defect, and exactly the invariants that it breaks. */
type Mutant = {
  name: string;
  change: (program: Program) => Promise<Partial<Program>> | Partial<Program>;
  breaks: number[];
};

const run = ({ database }: Program, statement: string) =>
  sql.raw(statement).execute(database.kysely);

/** Writes a defect into a function of the database. */
async function edit(
  program: Program,
  name: string,
  ...defects: [from: string, to: string][]
): Promise<Partial<Program>> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(${name}::regproc) as source`.execute(
    program.database.kysely,
  );
  let source = rows[0]?.source ?? "";
  for (const [from, to] of defects) {
    if (!source.includes(from)) throw new Error(`${name} has no ${from}`);
    source = source.replace(from, to);
  }
  await run(program, source);
  return {};
}

/** Reads the balance before it waits for the row. */
const readThenWritten: [string, string] = [
  "set balance = balance + new.amount",
  `set balance = (select balance from accounts as former
    where former.user_id = accounts.user_id) + new.amount`,
];

/**
 * Adds nothing if the balance has changed since it was read. It loses amounts of one
 * account alone: where both sides of a transfer were lost, the sum would be right.
 */
const lostIfChanged: [string, string] = [
  "set balance = balance + new.amount",
  `set balance = balance + new.amount * (balance = (select balance from accounts as former
    where former.user_id = accounts.user_id))::integer`,
];

/** A deposit that does not lock the account. */
const unlockedRemit =
  ({ database, newKey }: Program): Program["remit"] =>
  (userId, amount, options) => {
    const { key = newKey(), day = today } = options ?? {};
    return answerOf(
      decideOnce(
        database,
        {
          userId: managerViewer.userId,
          ...{ key, request: [userId, amount], now: at },
        },
        async (trx) => {
          const user =
            await sql`select from users where id = ${userId}`.execute(trx);
          if (user.rows.length === 0) return { refused: "not_found" };
          const paid = { userId, amount, day, note: "", actor: "system", at };
          const id = await postRemittance(trx, { ...paid, actor: "system" });
          return { result: { id } };
        },
      ).then((reply) => ("refused" in reply ? reply.refused : reply)),
    );
  };

export const mutants: Mutant[] = [
  { name: "without a defect", change: () => ({}), breaks: [] },
  {
    name: "that credits without a debit",
    change: (program) =>
      edit(program, "post_transfer", [
        "set balance = balance - new.amount",
        "set balance = balance",
      ]),
    breaks: [1, 7, 8, 10, 14],
  },
  {
    name: "whose rows can be changed",
    change: async (program) => {
      await run(
        program,
        "drop trigger ledger_transfers_stay on ledger_transfers",
      );
      return {};
    },
    breaks: [2],
  },
  {
    name: "whose rows can be removed",
    change: async (program) => {
      await run(
        program,
        "drop trigger ledger_transfers_kept on ledger_transfers",
      );
      return {};
    },
    breaks: [2],
  },
  {
    name: "whose seals leave out the amount",
    change: ({ database }) => {
      const tables = sealedLedger.map((table) => ({
        ...table,
        columns: table.columns.filter((column) => column !== "amount"),
      }));
      const clock = { now: () => at };
      const { signal } = new AbortController();
      return {
        seal: async () => {
          await sealJob({ database, clock }, tables).run(signal);
        },
        findSealFaults: async (background = database.background) =>
          (await verifySeals({ background }, tables)).faults,
      };
    },
    breaks: [3],
  },
  {
    name: "that posts before it looks for the key",
    change: ({ remit, newKey }) => ({
      remit: (userId, amount, options) =>
        remit(userId, amount, { ...options, key: newKey() }),
    }),
    breaks: [4, 5, 15],
  },
  {
    name: "that looks for the key and then writes it",
    change: ({ remit, newKey }) => {
      const answers = new Map<string, unknown>();
      return {
        remit: async (userId, amount, { key = newKey(), ...options } = {}) => {
          if (!answers.has(key)) {
            const fresh = { ...options, key: newKey() };
            answers.set(key, await remit(userId, amount, fresh));
          }
          return answers.get(key);
        },
      };
    },
    breaks: [5],
  },
  {
    name: "that reads a balance, adds and writes it without a lock",
    change: async (program) => {
      await edit(program, "post_transfer", readThenWritten);
      return { remit: unlockedRemit(program) };
    },
    breaks: [1, 6, 8, 14],
  },
  {
    name: "that locks one of two accounts",
    change: async (program) => {
      await edit(program, "post_transfer", lostIfChanged);
      return {
        move: (from, to, amount) =>
          inTransaction(program.database, async (trx) => {
            await lockAccount(trx, from < to ? from : to);
            return postTransfer(trx, {
              ...{ debit: { client: from }, credit: { client: to } },
              ...{ amount, kind: "remittance", day: today, isByBank: true },
              ...{ actor: "system", at },
            });
          }),
      };
    },
    breaks: [1, 7, 8, 14],
  },
  {
    name: "that keeps the balance in a transaction of its own",
    change: ({ database, remit }) => ({
      remit: async (userId, amount, options) => {
        const change = (by: number) =>
          sql`update accounts set balance = balance + ${by}
            where user_id = ${userId}`.execute(database.kysely);
        await change(-amount);
        const answer = await remit(userId, amount, options);
        // The server ends before the second transaction of some deposits.
        if (amount !== 100) await change(amount);
        return answer;
      },
    }),
    breaks: [1, 8, 14],
  },
  {
    name: "that checks the credit before it locks the account",
    change: ({ database }) => ({
      claim: ({ userId, bidId, held = 0, owed = 0 }) =>
        answerOf(
          inTransaction(database, async (trx) => {
            const account = await findAccount(trx, userId);
            await lockAccount(trx, userId);
            await writeClaim(trx, {
              ...{ userId, bidId, owed, account, at, day: today },
              holds: [{ subject: { bidId }, amount: held }],
              ...{ isCreditChecked: true, actor: "system" },
            });
            return "done";
          }),
        ),
    }),
    breaks: [9, 16],
  },
  {
    name: "whose amounts pass through a float",
    change: ({ remit }) => ({
      remit: (userId, amount, options) =>
        remit(userId, Math.fround(amount), options),
    }),
    breaks: [10],
  },
  {
    name: "that ignores currencies",
    change: async (program) => {
      await run(
        program,
        `do $$ declare name text; begin
          for name in select conname from pg_constraint where contype = 'f'
            and conrelid = 'ledger_transfers'::regclass and cardinality(conkey) = 2
          loop execute format('alter table ledger_transfers drop constraint %I', name);
          end loop; end $$`,
      );
      return {};
    },
    breaks: [11],
  },
  {
    name: "that removes a wrong transfer",
    change: async (program) => {
      const { database } = program;
      await run(
        program,
        "drop trigger ledger_transfers_kept on ledger_transfers",
      );
      return {
        reverse: async (transferId: string) => {
          const { rows } = await sql<{ id: string }>`
            with removed as (
              delete from ledger_transfers where id = ${transferId} returning *
            ), changed as (
              update accounts set balance = accounts.balance - removed.amount
              from removed join ledger_accounts on ledger_accounts.id = credit_id
              where accounts.user_id = ledger_accounts.user_id
            )
            select id from removed`.execute(database.kysely);
          return rows.length === 1 ? { result: rows[0] } : "already_reversed";
        },
      };
    },
    breaks: [2, 12, 14],
  },
  {
    name: "that holds the money of a bought car on",
    change: (program) =>
      edit(program, "count_hold", [
        "held - new.amount",
        "held - case new.state when 'released' then new.amount else 0 end",
      ]),
    breaks: [13],
  },
  {
    name: "that orders entries by their times",
    change: async (program) => {
      await run(
        program,
        `alter table ledger_transfers
          drop constraint ledger_transfers_credit_id_credit_entry_key`,
      );
      return edit(program, "post_transfer", [
        "return new;",
        `if new.credit_entry is not null then
          select 1 + count(*) into new.credit_entry from ledger_transfers
          where credit_id = new.credit_id and at < new.at;
        end if;
        return new;`,
      ]);
    },
    breaks: [14],
  },
  {
    name: "that forgets refusals",
    change: ({ remit, newKey }) => {
      const fresh = new Map<string, string>();
      return {
        remit: async (userId, amount, { key = newKey(), ...options } = {}) => {
          const used = fresh.get(key) ?? key;
          const answer = await remit(userId, amount, { ...options, key: used });
          if (typeof answer === "string") fresh.set(key, newKey());
          return answer;
        },
      };
    },
    breaks: [15],
  },
  {
    name: "whose holds end twice",
    change: (program) =>
      edit(program, "count_hold", [
        "raise exception 'a hold ends once and changes in no other way'",
        "null",
      ]),
    breaks: [16],
  },
  {
    name: "that posts a new price without a reversal",
    change: async (program) => {
      await edit(program, "keep_open_price", [
        "values (new.bid_id, new.id)",
        `values (new.bid_id, new.id)
          on conflict (bid_id) do update set transfer_id = excluded.transfer_id`,
      ]);
      const owing = new Set<string>();
      return {
        claim: (claimed) => {
          const { userId, bidId, owed = 0 } = claimed;
          const isCorrection = owing.has(bidId) && owed > 0;
          if (owed > 0) owing.add(bidId);
          else owing.delete(bidId);
          if (!isCorrection) return program.claim(claimed);
          return inTransaction(program.database, async (trx) => {
            await lockAccount(trx, userId);
            await postTransfer(trx, {
              ...{ debit: { client: userId }, credit: "cars", amount: owed },
              ...{ kind: "carPrice", day: today, bidId, actor: "system", at },
            });
            return "done";
          });
        },
      };
    },
    breaks: [10, 13, 17],
  },
  {
    name: "that posts into closed months",
    change: (program) =>
      edit(program, "post_transfer", [
        "if new.value_day <= closed then",
        `new.value_day := coalesce(new.bank_day, new.value_day);
        if false then`,
      ]),
    breaks: [18],
  },
];
