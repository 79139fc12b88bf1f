import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import { computeSum, type Formula } from "../../../domain/computed/formula";
import { addLines } from "../../../domain/computed/sumLines";
import { japanDay } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type { RowSchema } from "../../../domain/resource";
import { vocabularyKey } from "../../../domain/vocabulary";
import type { Tables } from "../../platform/database";
import type { Context } from "../../workspace/context";
import type { Row } from "../../workspace/listing";

/** The computed field with the whole price at the reader's port. */
export const pricedField = "landedPrice";

/** The prices of the lots in one mail. */
export type MailedPrices = {
  /**
   * Returns the line with the price of a lot at the reader's port, or with the reason why
   * it is unknown. Null for lots without such a price, and while no port is chosen.
   */
  line(row: RowSchema, lot: Row): string | null;
  /** Returns whether the price of a lot needs a port, which the reader has not chosen. */
  needsPort(row: RowSchema, lot: Row): boolean;
};

type Reading = {
  viewer: Viewer;
  rows: readonly RowSchema[];
  language: Language;
  now: Date;
};

/**
 * Reads the rates for the lots of a mail once, and returns functions that write their prices: the
 * sum of the viewer's lists, in yen and in the viewer's currency.
 */
export async function readMailedPrices(
  trx: Transaction<Tables>,
  { index, messages }: Pick<Context, "index" | "messages">,
  { viewer, rows, language, now }: Reading,
): Promise<MailedPrices> {
  const { destination = null, currency = null } = viewer.choices ?? {};
  const formulas = new Map<string, Formula>();
  for (const row of new Map(rows.map((row) => [row.$id, row])).values()) {
    const found = await index.formulas(row, viewer, { trx });
    const formula = found?.byField.get(pricedField);
    if (formula) formulas.set(row.$id, formula);
  }
  const rate =
    currency === null || formulas.size === 0
      ? null
      : await findRate(trx, currency, japanDay(now));
  const text = (key: string, values = {}) =>
    messages.translate(language, key, values);
  const named = (key: string, fallback: string) =>
    messages.has(language, key) ? text(key) : fallback;
  /** Alerts of earlier versions lack fields, without which the sum would be another one. */
  const sumOf = ({ $id }: RowSchema, lot: Row) => {
    const formula = formulas.get($id);
    return formula?.fields.every((name) => Object.hasOwn(lot, name))
      ? computeSum(formula, lot)
      : null;
  };
  const amount = (yen: number) => {
    const inYen = `¥${new Intl.NumberFormat(language).format(yen)}`;
    if (currency === null || rate === null) return inYen;
    const own = new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      maximumFractionDigits: 0,
    }).format(yen / rate);
    return `${inYen} (${own})`;
  };
  return {
    line: (row, lot) => {
      const sum = sumOf(row, lot);
      if (!sum || (destination === null && sum.total === null)) return null;
      const { base, lines, total } = sum;
      const label =
        destination === null
          ? text("prices.total")
          : text("prices.totalAt", {
              port: named(vocabularyKey("place", destination), destination),
            });
      if (!base) return `${label}: ${text("mail.lots.noBase")}`;
      if (total !== null) {
        const from = named(`mail.lots.from.${base.field}`, "");
        return `${label}: ${amount(total)}${from && `, ${from}`}`;
      }
      const parts = addLines(lines, base.amount)
        .filter((line) => line.amount === null)
        .map(({ step }) => named(`prices.steps.${step}`, step).toLowerCase());
      const unknown = text("prices.unknownParts", { parts: parts.join(", ") });
      return `${label}: ${unknown}`;
    },
    needsPort: (row, lot) =>
      destination === null && sumOf(row, lot)?.total === null,
  };
}

/** Returns the price of one unit of a currency in yen on a day; null without a rate. */
async function findRate(
  trx: Transaction<Tables>,
  currency: string,
  day: string,
): Promise<number | null> {
  const validFrom = sql<string>`data->>'validFrom'`;
  const found = await trx
    .selectFrom("records")
    .where("row_schema", "=", "currency-rate")
    .where(sql<boolean>`data->>'currency' = ${currency}`)
    .where(sql<boolean>`${validFrom} <= ${day}`)
    .select(sql<number>`(data->>'yen')::float8`.as("yen"))
    .orderBy(validFrom, "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.yen ?? null;
}
