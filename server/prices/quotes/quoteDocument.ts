import { japanDay } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import { formatYen } from "../../../domain/money";
import { readableName } from "../../../domain/readableName";
import { placeName } from "../choices";
import { lineLabel } from "../lineLabel";
import { totalOfQuote, type StoredQuote } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

/** A quote in words, for people without an account and for print. */
export type QuoteDocument = {
  title: string;
  facts: { label: string; value: string }[];
  lines: { label: string; value: string }[];
  total: { label: string; value: string };
  rulesTitle: string | null;
  rules: { text: string; source: string | null; checkedOn: string | null }[];
  notes: string[];
};

/** Returns a quote in words. It has no personal data of its owner and no ids. */
export function quoteDocument(
  scope: Pick<QuoteScope, "messages">,
  quote: StoredQuote,
  language: Language,
): QuoteDocument {
  const text = (key: string, values: Record<string, string | number> = {}) =>
    scope.messages.translate(language, `prices.${key}`, values);
  const day = (value: string) => dayText(value, language);
  const yen = (value: number | null) =>
    value === null
      ? scope.messages.translate(language, "list.unknown")
      : formatYen(value);
  const { price, car, eta } = quote;
  const total = totalOfQuote(quote);
  const port = placeName(scope, quote.destination, language);
  const unknown = price.lines
    .filter(({ amount }) => amount === null)
    .map((line) => lineLabel(scope, line, language));
  const auction = [readableName(car.auctionName ?? ""), car.lotNo ?? ""];
  const fact = (key: string, value: string) => ({
    label: text(`quotes.document.${key}`),
    value,
  });
  const { currency } = price;
  return {
    title: quote.title,
    facts: [
      ...(auction.some(Boolean)
        ? [fact("auction", auction.filter(Boolean).join(", "))]
        : []),
      ...(quote.sale_day ? [fact("saleDay", day(quote.sale_day))] : []),
      fact("destination", port),
      fact("pricedOn", day(japanDay(quote.priced_at))),
      ...(eta ? [fact("eta", day(eta))] : []),
    ],
    lines: [
      { label: text(`base.${quote.basis}`), value: yen(quote.amount) },
      ...price.lines.map((line) => ({
        label: lineLabel(scope, line, language),
        value: yen(line.amount),
      })),
    ],
    total: { label: text("totalAt", { port }), value: yen(total) },
    rulesTitle: price.rules.length > 0 ? text("quotes.rules") : null,
    rules: price.rules.flatMap((rule) => {
      const words = language === "ru" ? rule.textRu : rule.textEn;
      const { source = null, checkedOn = null } = rule;
      return words === undefined ? [] : [{ text: words, source, checkedOn }];
    }),
    notes: [
      ...(unknown.length > 0
        ? [text("quotes.unknown", { parts: unknown.join(", ") })]
        : []),
      ...(currency && total !== null
        ? [
            text("quotes.document.currency", {
              amount: new Intl.NumberFormat(language, {
                style: "currency",
                currency: currency.code,
                maximumFractionDigits: 0,
              }).format(total / currency.yen),
              day: day(currency.validFrom),
            }),
          ]
        : []),
      text("withoutDuty"),
      ...(price.rules.length > 0 ? [text("rules.noVerdict")] : []),
    ],
  };
}

/** Writes a day: `20 November 2026`. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(new Date(day));
