import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type {
  Condition,
  RowCondition,
} from "../../../domain/condition/condition";
import { decide } from "../../../domain/condition/decide";
import { rowMeets } from "../../../domain/condition/predicate";
import {
  conditionWords,
  unmetReason,
  type ConditionTexts,
} from "../../../domain/condition/words";
import type { Field } from "../../../domain/resource";
import en from "../../../locales/en.json";
import ru from "../../../locales/ru.json";

const fields: Readonly<Record<string, Field>> = {
  price: { type: ["integer", "null"] },
  note: { type: ["string", "null"] },
  isOpen: { type: ["boolean", "null"] },
  tags: { type: "array", items: { type: "string" } },
  day: { type: ["string", "null"], format: "date" },
  at: { type: ["string", "null"], format: "date-time" },
  size: { type: ["string", "null"], enum: ["S", "M", "L", null] },
  owner: { type: ["string", "null"] },
};

type Row = {
  price: number | null;
  note: string | null;
  isOpen: boolean | null;
  tags: string[];
  day: string | null;
  at: string | null;
  size: "S" | "M" | "L" | null;
  owner: string | null;
};

const now = new Date("2026-11-20T01:30:00Z");
const viewerOf = (userType: number, userId: string): Viewer => ({
  userId,
  userType,
  userLevel: userType === 3 ? 980 : 1064,
  roleId: 0,
  permissions: {},
});

const orNull = <Value>(...values: Value[]) => fc.constantFrom(null, ...values);
const days = ["2026-11-19", "2026-11-20", "2026-11-21"];
const rows: fc.Arbitrary<Row> = fc.record({
  price: orNull(0, 1, 2, 10),
  note: orNull("", "tow", "tow bar", "Tow"),
  isOpen: orNull(true, false),
  tags: fc.subarray(["red", "blue"]),
  day: orNull(...days),
  at: orNull(
    "2026-11-20T00:10:00+09:00",
    "2026-11-20T10:30:00+09:00",
    "2026-11-20T23:00:00+09:00",
    "2026-11-21T01:00:00+09:00",
  ),
  size: orNull("S", "M", "L"),
  owner: orNull("7", "8"),
});

/** A condition, and what it means, written without the code under test. */
type Meaning = {
  condition: Condition;
  holds: (row: Row, viewer: Viewer) => boolean;
};

const meaning = (condition: Condition, holds: Meaning["holds"]): Meaning => ({
  condition,
  holds,
});

const sizes = ["S", "M", "L"];

const leaves: fc.Arbitrary<Meaning> = fc.oneof(
  fc.constantFrom(0, 1, 2, 10).chain((end) =>
    fc.constantFrom(
      meaning({ field: "price", is: end }, ({ price }) => price === end),
      meaning(
        { field: "price", atLeast: end },
        ({ price }) => price !== null && price >= end,
      ),
      meaning(
        { field: "price", atLeast: 1, atMost: end },
        ({ price }) => price !== null && price >= 1 && price <= end,
      ),
      meaning(
        { field: "price", in: [end, 2] },
        ({ price }) => price === end || price === 2,
      ),
    ),
  ),
  fc.constantFrom(
    meaning({ field: "price", filled: true }, ({ price }) => price !== null),
    meaning({ field: "note", filled: true }, ({ note }) => (note ?? "") > ""),
    meaning({ field: "tags", filled: true }, ({ tags }) => tags.length > 0),
    meaning(
      { field: "note", contains: "tow" },
      ({ note }) => note === "tow" || note === "tow bar",
    ),
    meaning({ field: "isOpen", is: false }, ({ isOpen }) => isOpen === false),
    meaning({ field: "tags", is: "red" }, ({ tags }) => tags[0] === "red"),
    meaning(
      { field: "tags", in: ["blue", "green"] },
      ({ tags }) => tags.at(-1) === "blue",
    ),
    meaning(
      { field: "owner", is: "@me" },
      ({ owner }, viewer) => owner === viewer.userId,
    ),
    meaning({ field: "day", is: "@today" }, ({ day }) => day === days[1]),
    meaning(
      { field: "at", is: "@today" },
      ({ at }) => at?.startsWith("2026-11-20") === true,
    ),
    meaning(
      { field: "at", atMost: "@today" },
      ({ at }) => at?.startsWith("2026-11-20") === true,
    ),
    meaning(
      { field: "at", atMost: "@now" },
      ({ at }) => at !== null && at <= "2026-11-20T10:30:00+09:00",
    ),
    meaning(
      { field: "day", atLeast: "2026-11-20" },
      ({ day }) => day === days[1] || day === days[2],
    ),
    meaning(
      { field: "size", atLeast: "M" },
      ({ size }) => size === "M" || size === "L",
    ),
    meaning(
      { viewer: { userTypes: ["manager"] } },
      (_row, viewer) => viewer.userType === 3,
    ),
  ),
  fc
    .constantFrom(...sizes)
    .map((size) =>
      meaning({ field: "size", atMost: size }, (row) =>
        row.size === null
          ? false
          : sizes.indexOf(row.size) <= sizes.indexOf(size),
      ),
    ),
);

const { condition: conditions } = fc.letrec<{ condition: Meaning }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc
      .array(tie("condition"), { maxLength: 3 })
      .map((parts) =>
        meaning(
          { all: parts.map(({ condition }) => condition) },
          (row, viewer) => !parts.some(({ holds }) => !holds(row, viewer)),
        ),
      ),
    fc
      .array(tie("condition"), { maxLength: 3 })
      .map((parts) =>
        meaning(
          { any: parts.map(({ condition }) => condition) },
          (row, viewer) =>
            parts.filter(({ holds }) => holds(row, viewer)).length > 0,
        ),
      ),
    tie("condition").map(({ condition, holds }) =>
      meaning({ not: condition }, (row, viewer) => !holds(row, viewer)),
    ),
  ),
}));

const viewers = fc.constantFrom(viewerOf(2, "7"), viewerOf(3, "8"));

const textsOf = (catalog: typeof en): ConditionTexts => ({
  translate: (key, values) =>
    key
      .split(".")
      .reduce<unknown>(
        (part, step) => (part as Record<string, unknown>)[step],
        catalog,
      )
      ?.toString()
      .replace(/%\{(\w+)\}/g, (_, name: string) => values[name] ?? "") ?? key,
  field: (name) => name.toUpperCase(),
  value: (_field, value) => String(value),
});

describe("a condition", () => {
  it("holds for exactly the rows that it describes", () => {
    fc.assert(
      fc.property(
        conditions,
        rows,
        viewers,
        ({ condition, holds }, row, viewer) => {
          const occasion = { viewer, now };
          const isMet = rowMeets(condition, { fields, values: row }, occasion);
          expect(isMet).toBe(holds(row, viewer));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is met if each condition of a list is met; an empty list is met by every row", () => {
    const values = { price: 3, note: "tow" };
    const occasion = { viewer: viewerOf(2, "7"), now };
    const meets = (list: Parameters<typeof rowMeets>[0]) =>
      rowMeets(list, { fields, values }, occasion);
    expect(
      meets([
        { field: "price", is: 3 },
        { field: "note", is: "tow" },
      ]),
    ).toBe(true);
    expect(
      meets([
        { field: "price", is: 3 },
        { field: "note", is: "bar" },
      ]),
    ).toBe(false);
    expect(meets(undefined)).toBe(true);
  });
});

describe("a condition in words", () => {
  const condition: RowCondition = {
    all: [
      { field: "size", in: ["M", "L"] },
      {
        any: [
          { field: "price", atLeast: 5 },
          { not: { field: "note", filled: true } },
        ],
      },
    ],
  };

  it("names fields, operators and values in both languages", () => {
    expect(conditionWords(condition, textsOf(en))).toBe(
      "SIZE is M or L and (PRICE is at least 5 or NOTE is empty)",
    );
    expect(conditionWords(condition, textsOf(ru))).toBe(
      "SIZE: M или L и (PRICE: не меньше 5 или поле «NOTE» не заполнено)",
    );
    expect(conditionWords({ not: condition }, textsOf(en))).toBe(
      "SIZE is not M or L or (PRICE is below 5 or empty and NOTE is filled in)",
    );
  });

  const reason = (values: object, hidden: readonly string[] = []) =>
    unmetReason(
      condition,
      { fields, values: values as Record<string, unknown> },
      {
        occasion: { viewer: viewerOf(2, "7"), now },
        texts: textsOf(en),
        isVisible: (name) => !hidden.includes(name),
      },
    );

  it("explains only the parts that a row does not meet", () => {
    expect(reason({ size: "M", price: 7 })).toBeNull();
    expect(reason({ size: "S", price: 7 })).toBe(
      "Possible only if SIZE is M or L.",
    );
    expect(reason({ size: "S", note: "tow" })).toBe(
      "Possible only if SIZE is M or L and (PRICE is at least 5 or NOTE is empty).",
    );
  });

  it("does not name a field that the viewer does not see", () => {
    expect(reason({ size: "S", note: "tow" }, ["note"])).toBe(
      "Possible only if SIZE is M or L.",
    );
    expect(reason({ size: "M", note: "tow" }, ["price"])).toBe(
      "Not possible for this row now.",
    );
  });
});

describe("the viewer parts of a condition", () => {
  it("are decided first, and leave nothing behind", () => {
    const condition: Condition = {
      any: [
        { viewer: { userTypes: ["manager"] } },
        {
          all: [
            { field: "owner", is: "@me" },
            { not: { viewer: { roles: ["dealer"] } } },
          ],
        },
      ],
    };
    expect(decide(condition, { viewer: viewerOf(3, "8"), now })).toEqual({
      all: [],
    });
    expect(decide(condition, { viewer: viewerOf(2, "7"), now })).toEqual({
      field: "owner",
      is: "7",
    });
  });
});
