import fc from "fast-check";
import {
  userLevels,
  userTypes,
  type Access,
  type Viewer,
} from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";

const flags = ["carAuctionsView", "shareCar"] as const;
const roles = ["client", "dealer", "manager", "admin", "unknown"] as const;

/** Some of a list, in its order; often none. */
const some = <Item>(items: readonly Item[]) => fc.subarray([...items]);

const namesOf = <Name extends string>(values: Record<Name, number>) =>
  Object.keys(values) as Name[];

/** Any rule, and often none at all. */
const access: fc.Arbitrary<Access | undefined> = fc.option(
  fc.record(
    {
      flags: some(flags),
      roles: some(roles),
      userTypes: some(namesOf(userTypes)),
      userLevels: some(namesOf(userLevels)),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined, freq: 2 },
);

/** Any viewer, unknown combinations among them. */
export const viewers: fc.Arbitrary<Viewer> = fc.record({
  userId: fc.constant("1"),
  userType: fc.constantFrom(2, 3, 3, 2, 7),
  userLevel: fc.constantFrom(...Object.values(userLevels), 1),
  roleId: fc.constantFrom(1064, 1092),
  permissions: fc.record({
    carAuctionsView: fc.boolean(),
    shareCar: fc.boolean(),
  }),
});

const numbers = [0, 1, 2, 3, 4] as const;
/** Names that stand nowhere but where the part itself is named. */
const fieldNames = numbers.map((number) => `field${number}`);
const filterNames = numbers.map((number) => `filter${number}`);
const aField = fc.constantFrom(...fieldNames);
const aFilter = fc.constantFrom(...filterNames);
const fields = fc.uniqueArray(aField, { minLength: 1, maxLength: 3 });
const view = fc.constantFrom(
  "default" as const,
  "card" as const,
  "grid" as const,
);

/** A row with a random access rule on each field. */
export const rows: fc.Arbitrary<RowSchema> = fc
  .tuple(...fieldNames.map(() => access))
  .map((rules) => ({
    $id: "lot",
    required: fieldNames,
    properties: Object.fromEntries(
      fieldNames.map((name, index) => [
        name,
        { type: "string", "x-access": rules[index] },
      ]),
    ),
  }));

const columns = fc.tuple(
  ...numbers.map((number) =>
    fc.record(
      {
        id: fc.constant(`column${number}`),
        fields,
        sort: fc.constantFrom(...numbers.map((sort) => `sort${sort}`)),
        access,
      },
      { requiredKeys: ["id", "fields"] },
    ),
  ),
);

const filters = fc.tuple(
  ...filterNames.map((id) =>
    fc.record(
      {
        id: fc.constant(id),
        field: aField,
        by: aFilter,
        resets: some(filterNames),
        access,
      },
      { requiredKeys: ["id", "field"] },
    ),
  ),
);

const sorts = fc.tuple(
  ...numbers.map((number) =>
    fc.record(
      { id: fc.constant(`sort${number}`), field: aField, access },
      { requiredKeys: ["id", "field"] },
    ),
  ),
);

const tabs = fc.record({
  filter: aFilter,
  values: fc.tuple(
    ...numbers.map((number) =>
      fc.record(
        { value: fc.constant(`tab${number}`), access },
        { requiredKeys: ["value"] },
      ),
    ),
  ),
});

const search = fc.record({
  param: fc.constant("search"),
  send: fc.constant<string[]>(["parameter", "text"]),
  parameters: fc.tuple(
    ...numbers.map((number) =>
      fc.record(
        {
          value: fc.constant(`search${number}`),
          fields,
          match: fc.constant("prefix" as const),
          access,
        },
        { requiredKeys: ["value", "fields", "match"] },
      ),
    ),
  ),
});

const calls = fc.record(
  {
    list: fc.constant({ path: "/list", rows: "rows", total: "total" }),
    options: fc.dictionary(
      aFilter,
      fc.record({
        path: fc.constant("/of"),
        by: aFilter,
        as: fc.constant("id"),
      }),
    ),
    detail: fc.record({ path: fc.constant("/detail"), access }),
    export: fc.record({ path: fc.constant("/file"), access }),
  },
  { requiredKeys: ["list"] },
);

/** Any declaration over such a row. */
export const resources: fc.Arbitrary<Resource> = fc.record(
  {
    name: fc.constant("lots"),
    route: fc.constant("/lots"),
    row: fc.constant("lot" as const),
    key: aField,
    access,
    calls,
    columns,
    filters,
    sorts,
    tabs,
    search,
    table: fc.constantFrom("simple" as const, {
      default: "simple" as const,
      manager: "grid" as const,
    }),
    views: fc.uniqueArray(fc.oneof(view, fc.record({ view, access })), {
      minLength: 1,
      maxLength: 3,
      selector: (one) => JSON.stringify(one),
    }),
    detailRoute: aField.map((name) => `/lots/:${name}`),
    defaultOrder: fc.record({
      field: aField,
      order: fc.constantFrom("ASC" as const, "DESC" as const),
    }),
    card: fc.record(
      { title: fields, lines: fc.array(fields), badge: aField, status: aField },
      { requiredKeys: ["title"] },
    ),
  },
  {
    requiredKeys: [
      "name",
      "route",
      "row",
      "key",
      "calls",
      "columns",
      "filters",
      "sorts",
      "views",
      "table",
    ],
  },
);
