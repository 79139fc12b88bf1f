import fc from "fast-check";
import { addDays } from "../../../domain/japanTime";
import { isPlainText } from "../../../domain/listing/kinds/text";
import type { FilterValue, ListingState } from "../../../domain/listing/state";

const id = fc.integer({ min: 1, max: 999_999_999 }).map(String);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => addDays("1990-01-01", days));
/** Any text that a person can search by, commas and percent signs too. */
const text = fc
  .string({ unit: "grapheme", maxLength: 20 })
  .map((one) => one.trim())
  .filter(isPlainText);

const choices = (value: fc.Arbitrary<string>, most = 5) =>
  fc
    .uniqueArray(value, { minLength: 1, maxLength: most })
    .map((values): FilterValue => ({ kind: "choices", values }));

type Ends<Value> = { from: Value | null; to: Value | null };

export const ends = <Value>(
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<Ends<Value>> =>
  fc
    .tuple(value, value, fc.constantFrom("from", "to", "both"))
    .map(([a, b, which]) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      return {
        from: which === "to" ? null : from,
        to: which === "from" ? null : to,
      };
    });

const range = (value: fc.Arbitrary<number>) =>
  ends(value).map((range): FilterValue => ({ kind: "range", ...range }));

const filters: Record<string, fc.Arbitrary<FilterValue>> = {
  status: choices(fc.constantFrom("4532", "4535", "4537", "4539"), 4),
  date: choices(day),
  period: ends(day).map((dates): FilterValue => ({ kind: "dates", ...dates })),
  year: range(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
  weight: range(
    fc.integer({ min: -99_999, max: 99_999 }).map((tenths) => tenths / 10),
  ),
  isNew: fc.boolean().map((value): FilterValue => ({ kind: "flag", value })),
  features: choices(text),
  number: text.map((one): FilterValue => ({ kind: "text", text: one })),
  secret: range(fc.nat()),
};

/** A model only within a maker: alone it has no meaning. */
const cars = fc.option(fc.tuple(id, fc.option(choices(id)))).map((car) => {
  if (!car) return {};
  const [maker, model] = car;
  return {
    maker: { kind: "choices", values: [maker] } satisfies FilterValue,
    ...(model ? { model } : {}),
  };
});

/** Any choice a person can make in the list of `declared.ts`. */
export const states: fc.Arbitrary<ListingState> = fc.record({
  filters: fc
    .tuple(cars, fc.record(filters, { requiredKeys: [] }))
    .map(([car, others]) => ({ ...car, ...others })),
  search: fc.option(
    fc.record({ parameter: fc.constantFrom("lot_no", "secret"), text }),
  ),
  sort: fc.option(
    fc.record({
      id: fc.constantFrom("year", "secret"),
      order: fc.constantFrom("ASC" as const, "DESC" as const),
    }),
  ),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  pageSize: fc.constantFrom(20, 50, 70),
});
