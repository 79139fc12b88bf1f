import { setImmediate as nextTurn } from "node:timers/promises";
import { computeSum } from "../../../domain/computed/formula";
import { casesOf } from "../../../domain/computed/rule";
import { textOf } from "../../../domain/computed/step";
import { totalOf } from "../../../domain/computed/sumLines";
import { addDays, japanDay } from "../../../domain/japanTime";
import type { Field } from "../../../domain/resource";
import { millisecondsLeft } from "../../platform/deadline";
import { failure } from "../../platform/errors";
import { revertedChange, type PlannedChange } from "../../workspace/records";
import { quoteFacts, type QuoteFacts } from "./quoteFacts";
import { isOpenOn, lastDayOf } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

/** An open quote whose price a change of the tables moves. */
export type MovedPrice = Pick<QuoteFacts, "quote" | "car"> & {
  /** The first day from today on with another price. */
  day: string;
  /** The price of that day in yen without and with the change; null if it is unknown. */
  before: number | null;
  after: number | null;
};

/** How many quotes are compared, and for how long; the last quote may take longer. */
export type Bounds = { quotes: number; ms: number };

/** Owners' cars are read for this many quotes at once. */
const quotesAtOnce = 50;
/** The days of a change on which quotes are compared beside today, the first ones. */
const mostDays = 10;

/**
 * Compares the prices of the newest open quotes without and with a change of the tables.
 * Returns the moved prices, and how many of how many open quotes were compared. Throws
 * unavailable once the client of the request has gone.
 */
export async function movedPrices(
  scope: QuoteScope,
  change: PlannedChange,
  { quotes: most, ms }: Bounds,
): Promise<{ moved: MovedPrice[]; compared: number; open: number }> {
  const { kysely } = scope.database;
  const today = japanDay(scope.clock.now());
  const endsAt = performance.now() + ms;
  const { count } = await kysely
    .selectFrom("quotes")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(isOpenOn(today))
    .executeTakeFirstOrThrow();
  const before = change.isSaved
    ? revertedChange(change)
    : { row: change.row, records: [] };
  const planned = { before, after: change };
  const moved: MovedPrice[] = [];
  const open = Number(count);
  let compared = 0;
  let lowest: string | null = null;
  while (compared < Math.min(open, most) && performance.now() < endsAt) {
    let newest = kysely
      .selectFrom("quotes")
      .selectAll()
      .where(isOpenOn(today))
      .orderBy("id", "desc")
      .limit(Math.min(quotesAtOnce, most - compared));
    if (lowest !== null) newest = newest.where("id", "<", lowest);
    const quotes = await newest.execute();
    if (quotes.length === 0) break;
    // They come owner by owner, but the oldest are left out first.
    const factsById = new Map<string, QuoteFacts>();
    for await (const facts of quoteFacts(scope, { kysely }, quotes))
      factsById.set(facts.quote.id, facts);
    for (const { id } of quotes) {
      if (millisecondsLeft() === 0) throw failure("unavailable");
      if (performance.now() >= endsAt) break;
      const facts = factsById.get(id);
      const found = facts && (await moveOf(scope, planned, { facts, today }));
      if (found) moved.push(found);
      compared += 1;
    }
    lowest = quotes.at(-1)?.id ?? null;
  }
  return { moved, compared, open };
}

/**
 * The table without and with a change: both are planned, so that neither fills the memory
 * that keeps the formulas of lists, and neither depends on when tables in memory follow.
 */
type Planned = { before: PlannedChange; after: PlannedChange };

/** Returns the first day on which a change moves the price of a quote; null without one. */
async function moveOf(
  scope: QuoteScope,
  planned: Planned,
  { facts, today }: { facts: QuoteFacts; today: string },
): Promise<MovedPrice | null> {
  const { quote, car } = facts;
  const schema = scope.schemas.row(quote.row_schema);
  const field = schema.properties[quote.field];
  if (!field) return null;
  const last = lastDayOf(quote, today);
  const days = changedDays(field, planned.after)
    .filter((day) => today < day && day <= last)
    .slice(0, mostDays);
  for (const day of [today, ...days]) {
    const [before, after] = [
      await totalOn(scope, facts, { day, change: planned.before }),
      await totalOn(scope, facts, { day, change: planned.after }),
    ];
    if (before !== after) return { quote, car, day, before, after };
  }
  return null;
}

/** Returns the total of a quote in yen; null if an amount is unknown, or the owner sees no price. */
async function totalOn(
  scope: QuoteScope,
  { quote, viewer, values, amount }: QuoteFacts,
  options: { day: string; change: PlannedChange },
): Promise<number | null> {
  const { row_schema: row, field } = quote;
  const index = scope.findLists(row)?.reader.index;
  const schema = scope.schemas.row(row);
  const formulas = await index?.formulas(schema, viewer, options);
  // Other requests run between two formulas, each of which may take milliseconds to compile.
  await nextTurn();
  const formula = formulas?.byField.get(field);
  return formula ? totalOf(computeSum(formula, values).lines, amount) : null;
}

const daysOf = new WeakMap<PlannedChange, Map<Field, string[]>>();

/** Returns the days on which a record of a change begins to count, or no longer counts. */
function changedDays(field: Field, change: PlannedChange): string[] {
  const byField = daysOf.get(change) ?? new Map<Field, string[]>();
  daysOf.set(change, byField);
  const known = byField.get(field);
  if (known) return known;
  const steps = casesOf(field)
    .flatMap((sum) => sum.steps)
    .filter(({ table }) => table === change.row);
  const versions = change.records.flatMap(({ before, after }) =>
    [before, after].filter((data) => data !== null),
  );
  const days = new Set(
    steps.flatMap(({ validFrom = "", validUntil = "" }) =>
      versions.flatMap((data) => {
        const [first, last] = [
          textOf(data[validFrom]),
          textOf(data[validUntil]),
        ];
        return [...(first ? [first] : []), ...(last ? [addDays(last, 1)] : [])];
      }),
    ),
  );
  const sorted = [...days].sort();
  byField.set(field, sorted);
  return sorted;
}
