import fc from "fast-check";
import { addDays } from "../../../domain/japanTime";
import { fitsChoices, isPlainText } from "../../../domain/listing/filterText";
import { filterKind, type FilterValue } from "../../../domain/listing/state";
import type {
  Field,
  Filter,
  Resource,
  RowSchema,
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

/** Any value that the control of the filter can make. */
function anyValue(field: Field, filter: Filter): fc.Arbitrary<FilterValue> {
  const kind = filterKind(field, filter);
  switch (kind.kind) {
    case "choices":
      if (kind.of === "enum")
        return choices(
          fc.constantFrom(
            ...(field.enum ?? []).filter((one) => one !== null).map(String),
          ),
        );
      return choices(kind.of === "days" ? day : text);
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
    const filters: Filter[] = Object.keys(properties).map((field) => ({
      field,
    }));
    const resource: Resource = { ...declared, filters };
    const values: Record<
      string,
      fc.Arbitrary<FilterValue>
    > = Object.fromEntries(
      filters.map((filter) => [
        filter.field,
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
