import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import { computeSum, type Formula } from "../../../domain/computed/formula";
import { tablesOf } from "../../../domain/computed/rule";
import { textOf } from "../../../domain/computed/step";
import {
  addLines,
  totalOf,
  type AddedLine,
} from "../../../domain/computed/sumLines";
import { haveCountryRules } from "../../../domain/countryRules";
import { addDays, japanDay } from "../../../domain/japanTime";
import {
  lineKey,
  type ComingLine,
  type PresentPrice,
  type QuoteLine,
  type QuoteRule,
} from "../../../domain/quote";
import { toJapanIso } from "../../../domain/japanTime";
import { countryOf, rulesSince } from "./countryRules";
import type { QuoteScope, Reading } from "./readCars";

/** A car at a destination, with its hammer price. */
export type Priced = {
  /** The owner of the quote. */
  viewer: Viewer;
  row: string;
  /** The computed field. */
  field: string;
  /** The fields of the car. */
  values: Readonly<Record<string, unknown>>;
  amount: number;
  destination: string;
  /** The last day that matters. */
  until: string;
};

/** Coming days on which a price is calculated again, the first ones. */
const mostDays = 40;

/** Prices cars, and reads rules and coming days once. Make a new one for each request. */
export function createPricing(scope: QuoteScope, reading: Reading) {
  const { kysely, trx } = reading;
  const today = japanDay(scope.clock.now());
  const kept = new Map<string, Promise<unknown>>();
  const once = <Value>(key: string, read: () => Promise<Value>) => {
    const known = (kept.get(key) as Promise<Value> | undefined) ?? read();
    kept.set(key, known);
    return known;
  };

  const formulasOf = async (
    { viewer, row }: Pick<Priced, "viewer" | "row">,
    day?: string,
  ) => {
    const index = scope.findLists(row)?.reader.index;
    const formulas = await index?.formulas(scope.schemas.row(row), viewer, {
      trx,
      day,
    });
    return formulas?.byField;
  };

  const comingDays = (tables: readonly string[]) =>
    once(`days ${tables.join(" ")}`, async () => {
      const first = sql<string>`data->>'validFrom'`;
      const after = sql<string>`((data->>'validUntil')::date + 1)::text`;
      const { rows } = await sql<{ day: string }>`
        select distinct day from (
          select ${first} as day from records
          where row_schema = any(${[...tables]}::text[])
          union all
          select ${after} from records
          where row_schema = any(${[...tables]}::text[])
            and data->>'validUntil' is not null) as days
        where day > ${today} order by day limit ${mostDays}`.execute(kysely);
      return rows.map(({ day }) => day);
    });

  const rulesOf = async ({
    viewer,
    row,
    destination,
  }: Pick<Priced, "viewer" | "row" | "destination">) => {
    if (!haveCountryRules(row)) return [];
    return once(`rules ${viewer.userId} ${destination}`, async () => {
      const country = await once(`country ${destination}`, () =>
        countryOf(kysely, destination),
      );
      return country === null
        ? null
        : rulesSince(scope, kysely, { country, today, viewer });
    });
  };

  const comingLines = async (
    priced: Priced,
    lines: readonly AddedLine[],
  ): Promise<ComingLine[]> => {
    const { row, field, until } = priced;
    const computed = scope.schemas.row(row).properties[field];
    if (!computed) return [];
    const days = await comingDays(tablesOf(computed));
    const last = addDays(until, 1);
    const coming = new Map<string, ComingLine>();
    for (const day of days) {
      if (day > last) break;
      const formula = (await formulasOf(priced, day))?.get(field);
      if (!formula) continue;
      const then = new Map(
        linesOf(formula, priced).map((line) => [lineKey(line), line]),
      );
      const now = new Map(lines.map((line) => [lineKey(line), line]));
      const all = [
        ...lines,
        ...[...then.values()].filter((l) => !now.has(lineKey(l))),
      ];
      for (const line of all) {
        const key = lineKey(line);
        const recordId = now.get(key)?.rate?.id ?? null;
        const next = then.get(key);
        if (coming.has(key) || recordId === (next?.rate?.id ?? null)) continue;
        // A record that is first valid after the last day does not matter.
        if (recordId === null && day > until) continue;
        const { step, table, each } = line;
        coming.set(key, {
          ...{ step, table, ...(each !== undefined && { each }) },
          ...{ recordId, day, amount: next?.amount ?? null },
        });
      }
    }
    return [...coming.values()];
  };

  return {
    today,
    formulasOf,
    /**
     * Returns the price of today and what is known to change; null if the reader may not
     * see the price.
     */
    present: async (
      priced: Priced,
    ): Promise<(PresentPrice & { lines: AddedLine[] }) | null> => {
      const formula = (await formulasOf(priced))?.get(priced.field);
      if (!formula) return null;
      const lines = linesOf(formula, priced);
      const rules = await rulesOf(priced);
      const isComing = ({ validFrom }: QuoteRule) => (validFrom ?? "") > today;
      return {
        lines,
        total: totalOf(sumLinesOf(formula, priced), priced.amount),
        rules: rules?.filter((rule) => !isComing(rule)) ?? null,
        comingLines: await comingLines(priced, lines),
        comingRules: (rules ?? []).filter(
          (rule) => isComing(rule) && (rule.validFrom ?? "") <= priced.until,
        ),
      };
    },
    /** Returns lines with the versions and the days of their records. */
    withSources: async (lines: readonly AddedLine[]): Promise<QuoteLine[]> => {
      const ids = lines.flatMap(({ rate }) => (rate ? [rate.id] : []));
      const found = await kysely
        .selectFrom("records")
        .where("id", "in", ids.length > 0 ? ids : ["0"])
        .select(["id", "version", "updated_at", "data"])
        .execute();
      const byId = new Map(found.map((record) => [record.id, record]));
      return lines.map(({ step, table, each, amount, rate }) => {
        const record = rate && byId.get(rate.id);
        return {
          ...{ step, table, ...(each !== undefined && { each }), amount },
          rate:
            rate && record
              ? {
                  ...rate,
                  version: record.version,
                  changedAt: toJapanIso(record.updated_at),
                  validUntil: textOf(record.data.validUntil),
                }
              : null,
        };
      });
    },
  };
}

export type Pricing = ReturnType<typeof createPricing>;

const sumLinesOf = (formula: Formula, { values }: Pick<Priced, "values">) =>
  computeSum(formula, values).lines;

const linesOf = (formula: Formula, priced: Pick<Priced, "values" | "amount">) =>
  addLines(sumLinesOf(formula, priced), priced.amount);
