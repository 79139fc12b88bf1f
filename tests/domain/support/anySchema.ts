import fc from "fast-check";
import { addDays } from "../../../domain/japanTime";
import { fitsChoices } from "../../../domain/listing/kinds/choices";
import { isPlainText } from "../../../domain/listing/kinds/text";
import { filterKind } from "../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../domain/listing/state";
import {
  fieldType,
  filterId,
  isDate,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { resource as declared } from "./declared";
import { ends } from "./states";

const word = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,19}$/);
const text = fc
  .string({ unit: "grapheme", maxLength: 20 })
  .map((one) => one.trim())
  .filter(isPlainText);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => addDays("1990-01-01", days));
const unit = fc.option(fc.constantFrom("km", "yen", "seats", "m²"), {
  nil: undefined,
});

/** A type, with or without null. */
const typed = (type: string) =>
  fc.constantFrom<Field["type"]>(type, [type, "null"]);

const enumOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .uniqueArray(value, { minLength: 1, maxLength: 30 })
    .chain((values) => fc.constantFrom([...values], [...values, null]));

/** A field that an administrator could add, of any type there is. */
const anyField: fc.Arbitrary<Field> = fc.oneof(
  fc.record({
    type: typed("string"),
    maxLength: fc.option(fc.constantFrom(10, 500), { nil: undefined }),
    "x-unit": unit,
  }),
  fc.record({ type: typed("number"), "x-unit": unit }),
  fc.record({
    type: typed("integer"),
    minimum: fc.option(fc.constantFrom(0, 1900, -50), { nil: undefined }),
    "x-unit": unit,
  }),
  fc.record({ type: typed("boolean") }),
  fc.record({ type: typed("string"), enum: enumOf(text) }),
  fc.record({
    type: typed("integer"),
    enum: enumOf(fc.integer({ min: -5, max: 90 })),
    "x-unit": unit,
  }),
  fc.record({ type: typed("string"), format: fc.constant("date") }),
  fc.record({ type: typed("string"), format: fc.constant("date-time") }),
  fc.record({
    type: typed("array"),
    items: fc.constant<Field>({ type: "string" }),
  }),
);

const choices = (value: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(value, { minLength: 1, maxLength: 40 })
    .filter(fitsChoices)
    .map((values): FilterValue => ({ kind: "choices", values }));

const oneOf = (values: readonly string[]) =>
  fc
    .constantFrom(...values)
    .map((value): FilterValue => ({ kind: "choices", values: [value] }));

/** Any value that the control of the filter can make. */
function anyValue(field: Field, filter: Filter): fc.Arbitrary<FilterValue> {
  const kind = filterKind(field, filter);
  switch (kind) {
    case "enum":
      return choices(
        fc.constantFrom(
          ...(field.enum ?? []).filter((one) => one !== null).map(String),
        ),
      );
    case "days":
      return choices(day);
    case "texts":
    case "terms":
    case "codes":
      return choices(text);
    case "empty":
      return oneOf(["empty", "filled"]);
    case "newerThan":
      return oneOf((filter.years ?? [1, 3, 5, 7, 10]).map(String));
    case "range": {
      const whole = fc.integer({ min: -999_999_999, max: 999_999_999 });
      const number =
        field.type === "integer" || field.type?.includes("integer")
          ? whole
          : fc
              .tuple(whole, fc.integer({ min: 0, max: 99_999 }))
              .map(([one, part]) =>
                Number(`${one}.${String(part).padStart(5, "0")}`),
              );
      return ends(number).map((range): FilterValue => ({
        kind: "range",
        ...range,
      }));
    }
    case "dates":
      return ends(day).map((dates): FilterValue => ({
        kind: "dates",
        ...dates,
      }));
    case "flag":
      return fc
        .boolean()
        .map((value): FilterValue => ({ kind: "flag", value }));
    case "text":
      return text.map((one): FilterValue => ({ kind: "text", text: one }));
  }
}

/** The filters that have a value. */
const given = (
  chosen: Partial<Record<string, FilterValue>>,
): Record<string, FilterValue> =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([id, value]) =>
      value ? [[id, value] as const] : [],
    ),
  );

type AnyList = {
  row: RowSchema;
  resource: Resource;
  filters: Record<string, FilterValue>;
};

/** A list that filters by added fields, and a choice made in it. */
export const anyList: fc.Arbitrary<AnyList> = fc
  .dictionary(
    word.filter((name) => !taken.includes(name)),
    anyField,
    { minKeys: 1, maxKeys: 8 },
  )
  .chain((properties): fc.Arbitrary<AnyList> => {
    const row: RowSchema = { $id: "lot", properties };
    const filters: Filter[] = Object.entries(properties).flatMap(
      ([name, field]) => [
        { field: name },
        { field: name, id: `${name}Empty`, kind: "empty" as const },
        ...(isDate(field) || fieldType(field) === "integer"
          ? [
              { field: name, id: `${name}Age`, kind: "newerThan" as const },
              {
                ...{ field: name, id: `${name}Years` },
                ...{ kind: "newerThan" as const, years: [2, 40] },
              },
            ]
          : []),
      ],
    );
    const resource: Resource = { ...declared, filters };
    const values: Record<
      string,
      fc.Arbitrary<FilterValue>
    > = Object.fromEntries(
      filters.map((filter) => [
        filterId(filter),
        anyValue(properties[filter.field] ?? {}, filter),
      ]),
    );
    return fc
      .record(values, { requiredKeys: [] })
      .map((chosen) => ({ row, resource, filters: given(chosen) }));
  });

/** Names that belong to the calls, so that no declaration may use them. */
const taken = [
  "page",
  "pageSize",
  "sort",
  "order",
  "search",
  "text",
  "parameter",
  "facets",
];
