import { sql } from "kysely";
import { pick, seeded } from "../../workspace/listing/support/randomLots";
import { today, type Program } from "./program";

export type Sizes = {
  steps: number;
  copies: number;
  deposits: number;
  moves: number;
};

/** The effects of the accepted calls, with which the rows are compared. */
export type Observed = {
  /** The yen of each client by what was applied. */
  balances: Map<string, number>;
  /** Sums that the checks of single invariants compare: what was found and expected. */
  found: Map<number, string[]>;
};

/** Runs random work on the ledger and returns what does not hold, by invariant. */
export async function workOn(
  program: Program,
  sizes: Sizes,
  seed: number,
): Promise<Observed> {
  const observed: Observed = { balances: new Map(), found: new Map() };
  for (const step of [
    randomMoves,
    sameRequests,
    manyDeposits,
    manyMoves,
    manyHolds,
    refusedRequests,
    closedMonth,
  ])
    await step(program, observed, { sizes, random: seeded(seed) });
  return observed;
}

type Step = (
  program: Program,
  observed: Observed,
  options: { sizes: Sizes; random: ReturnType<typeof seeded> },
) => Promise<void>;

const note = ({ found }: Observed, invariant: number, text: string): unknown =>
  found.set(invariant, [...(found.get(invariant) ?? []), text]);

const isApplied = (answer: unknown) => typeof answer !== "string";

const add = ({ balances }: Observed, userId: string, amount: number) =>
  balances.set(userId, (balances.get(userId) ?? 0) + amount);

async function openClients(
  { addClient }: Program,
  observed: Observed,
  { count, balance }: { count: number; balance: number },
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const id = await addClient(balance);
    add(observed, id, balance);
    ids.push(id);
  }
  return ids;
}

const idOf = (answer: unknown) =>
  (answer as { result: { id: string } }).result.id;

const balanceOf = async ({ database }: Program, userId: string) => {
  const { rows } = await sql<{ balance: number }>`
    select balance::float8 from accounts where user_id = ${userId}`.execute(
    database.kysely,
  );
  return rows[0]?.balance;
};

type Deposit = { id: string; userId: string; amount: number };

/** Amounts above 2^24 that a float of 32 bits rounds down. */
const oddYen = (random: ReturnType<typeof seeded>) =>
  16_777_217 + 4 * random(1_000_000);

/** Deposits, prices, corrections and reversals of a few clients, one after the other. */
const randomMoves: Step = async (program, observed, { sizes, random }) => {
  const options = { count: 3, balance: 5_000_000 };
  const clients = await openClients(program, observed, options);
  const owed = new Map<string, number>();
  const deposits: Deposit[] = [];
  const remit = async (userId: string): Promise<Deposit | undefined> => {
    const amount = oddYen(random);
    const answer = await program.remit(userId, amount);
    if (!isApplied(answer)) return undefined;
    add(observed, userId, amount);
    return { id: idOf(answer), userId, amount };
  };
  // However short the work is, it has a deposit that is reversed before another,
  // a deposit that stays, and a corrected price.
  const [first = ""] = clients;
  const wrong = await remit(first);
  if (wrong) await reverse(program, observed, wrong);
  await remit(first);
  for (const price of [333_333, 444_445])
    await program.claim({ userId: first, bidId: `${first}09`, owed: price });
  add(observed, first, -444_445);
  for (let step = 0; step < sizes.steps; step += 1) {
    const userId = pick(random, clients);
    const kind = pick(random, ["remit", "price", "reverse"] as const);
    if (kind === "remit") {
      const deposit = await remit(userId);
      if (deposit) deposits.push(deposit);
    } else if (kind === "price") {
      const bidId = `${userId}0${random(2)}`;
      const price = pick(random, [0, 333_333 + random(100_000)]);
      const answer = await program.claim({ userId, bidId, owed: price });
      if (answer !== "done") continue;
      add(observed, userId, (owed.get(bidId) ?? 0) - price);
      owed.set(bidId, price);
    } else {
      const deposit = deposits[random(Math.max(1, deposits.length))];
      if (deposit) await reverse(program, observed, deposit);
    }
  }
  for (const userId of clients) {
    const expected = observed.balances.get(userId);
    const balance = await balanceOf(program, userId);
    if (balance !== expected)
      note(observed, 10, `${balance} yen instead of ${expected}`);
  }
};

/** Reverses a deposit, and tries to do it twice. */
async function reverse(
  program: Program,
  observed: Observed,
  { id, userId, amount }: Deposit,
): Promise<void> {
  const answer = await program.reverse(id);
  if (isApplied(await program.reverse(id)))
    note(observed, 12, `transfer ${id} was reversed twice`);
  if (!isApplied(answer)) return;
  add(observed, userId, -amount);
  if (!(await hasTransfer(program, id)))
    note(observed, 12, `the reversed transfer ${id} is gone`);
}

const hasTransfer = async ({ database }: Program, id: string) => {
  const { rows } = await sql`
    select from ledger_transfers where id = ${id}`.execute(database.kysely);
  return rows.length === 1;
};

/** The same request again, one after the other and all at once. */
const sameRequests: Step = async (program, observed, { sizes }) => {
  const options = { count: 2, balance: 1_000 };
  const [one = "", other = ""] = await openClients(program, observed, options);
  const ask = async (userId: string, copies: number, isAtOnce: boolean) => {
    const key = program.newKey();
    const call = () => program.remit(userId, 700, { key });
    const answers: unknown[] = [];
    if (isAtOnce)
      answers.push(
        ...(await Promise.allSettled(Array.from({ length: copies }, call))),
      );
    else while (answers.length < copies) answers.push(await call());
    const effects = ((await balanceOf(program, userId)) ?? 0) - 1_000;
    add(observed, userId, effects);
    const different = new Set(answers.map((answer) => JSON.stringify(answer)));
    if (effects !== 700 || different.size > 1)
      note(
        observed,
        isAtOnce ? 5 : 4,
        `${copies} copies of a deposit of 700 yen moved ${effects} yen with ${different.size} answers`,
      );
  };
  await ask(one, 3, false);
  await ask(other, sizes.copies, true);
};

/** Many deposits to one account at the same moment. */
const manyDeposits: Step = async (program, observed, { sizes }) => {
  const options = { count: 1, balance: 1_000 };
  const [userId = ""] = await openClients(program, observed, options);
  const amounts = Array.from({ length: sizes.deposits }, (_, n) => n + 1);
  const answers = await Promise.all(
    amounts.map((amount) => program.remit(userId, amount)),
  );
  amounts.forEach((amount, index) => {
    if (isApplied(answers[index])) add(observed, userId, amount);
  });
  const [balance, expected] = [
    await balanceOf(program, userId),
    observed.balances.get(userId),
  ];
  if (balance !== expected)
    note(observed, 6, `${balance} yen instead of ${expected}`);
};

/** Many transfers among a few clients at the same moment. */
const manyMoves: Step = async (program, observed, { sizes, random }) => {
  const options = { count: 8, balance: 100_000 };
  const clients = await openClients(program, observed, options);
  const moves = Array.from({ length: sizes.moves }, (_, n) => ({
    from: clients[n % 8] ?? "",
    to: clients[(n + 1 + random(7)) % 8] ?? "",
    amount: 1 + random(900),
  }));
  await Promise.all(
    moves.map(async ({ from, to, amount }) => {
      await program.move(from, to, amount);
      add(observed, from, -amount);
      add(observed, to, amount);
    }),
  );
  let total = 0;
  for (const id of clients) total += (await balanceOf(program, id)) ?? 0;
  if (total !== 800_000) note(observed, 7, `${total} yen instead of 800000`);
};

/** Twenty holds at once against money for five. */
const manyHolds: Step = async (program, observed) => {
  const options = { count: 1, balance: 500_000 };
  const [userId = ""] = await openClients(program, observed, options);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      program.claim({ userId, bidId: `${userId}1${index}`, held: 100_000 }),
    ),
  );
  const accepted = answers.filter((answer) => answer === "done").length;
  if (accepted !== 5)
    note(observed, 9, `${accepted} holds of 100000 yen against 500000 yen`);
  // A hold that is released, opened again and becomes a price is three holds.
  const bidId = `${userId}1${answers.indexOf("done")}`;
  await program.claim({ userId, bidId });
  await program.claim({ userId, bidId, held: 100_000 });
  await program.claim({ userId, bidId, owed: 90_000 });
  add(observed, userId, -90_000);
};

/** A refused request is sent again after its cause is gone. */
const refusedRequests: Step = async (program, observed) => {
  const key = program.newKey();
  const nobody = "987654";
  const first = await program.remit(nobody, 700, { key });
  const { database } = program;
  await sql`insert into users (id, email, email_key, password_hash, full_name, user_type,
      user_level, role_id, permissions, created_at)
    overriding system value
    select ${nobody}, 'late@seriba.test', 'late', password_hash, full_name, user_type,
      user_level, role_id, permissions, created_at from users
    where user_type = 2 limit 1`.execute(database.kysely);
  await sql`insert into accounts (user_id) values (${nobody})`.execute(
    database.kysely,
  );
  const again = await program.remit(nobody, 700, { key });
  const other = await program.remit(nobody, 300);
  add(observed, nobody, (await balanceOf(program, nobody)) ?? 0);
  if (first !== "not_found" || again !== first || !isApplied(other))
    note(observed, 15, `answers ${[first, again].join()} to the same request`);
};

/** Deposits of closed months, also while a month is closed. */
const closedMonth: Step = async (program, observed) => {
  const options = { count: 1, balance: 1_000 };
  const [userId = ""] = await openClients(program, observed, options);
  const late = { day: "2026-09-15" };
  const deposits = Array.from({ length: 10 }, () =>
    program.remit(userId, 100, late),
  );
  await Promise.all([...deposits, program.closeMonth("2026-09")]);
  await program.remit(userId, 100, late);
  await program.closeMonth("2026-10");
  await program.remit(userId, 100, late);
  add(observed, userId, 1_200);
  const { rows } = await sql<{ day: string; bank: string; count: number }>`
    select value_day::text as day, bank_day::text as bank, count(*)::int
    from ledger_transfers where bank_day = '2026-09-15'
    group by value_day, bank_day order by value_day`.execute(
    program.database.kysely,
  );
  const days = rows.map(({ day }) => day).filter((day) => day > "2026-09-30");
  const isLate = rows.some(({ day }) => day === "2026-11-01");
  if (!isLate || days.some((day) => !/^2026-1[01]-01$/.test(day)))
    note(observed, 18, `deposits of a closed month count on ${days.join()}`);
  if ((await program.closeMonth(today.slice(0, 7))) !== "month_open")
    note(observed, 18, "a month that has not ended was closed");
};
