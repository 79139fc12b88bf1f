import { describe, expect, it } from "vitest";
import type { Access } from "../../../../domain/access";
import type { Resource, RowSchema } from "../../../../domain/resource";
import { testApp } from "../../../support/app";
import { addLots, noon } from "../../bidding/support";
import {
  hidingRules,
  othersOf,
  signInAll,
  type Ask,
  type Caller,
} from "./callers";
import { redeclarer } from "./redeclare";

const server = await testApp({ now: noon });
const [lotId = ""] = await addLots(server.context.database, 2, {
  horsePower: 110,
});
const ask = await signInAll(server);
const redeclare = redeclarer(server, "car-auction");

/** How one viewer meets a part: everything that it could be learned by. */
type Met = { isShown: boolean; statuses: number[] };
type Kind = {
  /** The list with the part in it, under this rule. */
  declare: (resource: Resource, access: Access) => Resource;
  /** Where it is a field, the rule stands in the row's schema. */
  field?: string;
  /** Calls that name it, and how they are refused. */
  calls: readonly string[];
  refusal: number;
  /** Whether the viewer's declaration has it. */
  isDeclared: (resource: Resource, row: RowSchema | undefined) => boolean;
  /** Calls whose answers show it, by this text. */
  shown?: readonly { url: string; text: string }[];
};

const list = "/auction/listing";
const file = `${list}/export?format=csv`;
const facets = "/auction/filters";

const kinds: Record<string, Kind> = {
  column: {
    declare: (resource, access) => ({
      ...resource,
      columns: [
        ...resource.columns,
        { id: "power", fields: ["horsePower"], sort: "power", access },
      ],
      sorts: [...resource.sorts, { id: "power", field: "horsePower" }],
      card: { title: ["maker"], price: "horsePower" },
    }),
    calls: [`${file}&columns=power`, `${list}?sort=power`],
    refusal: 400,
    isDeclared: ({ columns }) => columns.some(({ id }) => id === "power"),
    shown: [
      { url: list, text: '"horsePower"' },
      { url: file, text: "110" },
    ],
  },
  filter: {
    declare: (resource, access) => ({
      ...resource,
      filters: [
        ...resource.filters,
        { id: "power", field: "horsePower", access },
      ],
    }),
    calls: [
      ...[list, file, facets].map((url) => `${withQuery(url)}power=100,`),
      `${facets}?facets=power`,
    ],
    refusal: 400,
    isDeclared: ({ filters }) => filters.some(({ id }) => id === "power"),
    shown: [{ url: facets, text: '"power":{"min":110' }],
  },
  "choices of a filter": {
    declare: (resource, access) => ({
      ...resource,
      filters: resource.filters.map((filter) =>
        filter.field === "chassis" ? { ...filter, access } : filter,
      ),
    }),
    calls: ["/auction/chassis"],
    refusal: 404,
    isDeclared: ({ calls }) => calls.options?.chassis !== undefined,
    shown: [{ url: facets, text: '"chassis":' }],
  },
  "filter within which another is offered": {
    declare: (resource, access) => ({
      ...resource,
      filters: resource.filters.map((filter) =>
        filter.field === "maker" ? { ...filter, access } : filter,
      ),
    }),
    calls: ["/auction/model?id=1", `${facets}?makerId=1`],
    refusal: 400,
    isDeclared: ({ filters, calls }) =>
      filters.some(({ by }) => by === "maker") ||
      calls.options?.model?.by === "maker",
    shown: [{ url: facets, text: '"maker":' }],
  },
  sort: {
    declare: (resource, access) => ({
      ...resource,
      sorts: [...resource.sorts, { id: "power", field: "horsePower", access }],
    }),
    calls: [list, file].map((url) => `${withQuery(url)}sort=power`),
    refusal: 400,
    isDeclared: ({ sorts }) => sorts.some(({ id }) => id === "power"),
  },
  tab: {
    declare: (resource, access) => ({
      ...resource,
      tabs: {
        filter: "status",
        values: [{ value: "All" }, { value: "4532", access }],
      },
    }),
    calls: [list, file, facets].map((url) => `${withQuery(url)}status=4532`),
    refusal: 400,
    isDeclared: ({ tabs }) =>
      tabs?.values.some(({ value }) => value === "4532") ?? false,
    shown: [{ url: facets, text: '"value":"4532"' }],
  },
  "search parameter": {
    declare: (resource, access) => ({
      ...resource,
      search: resource.search && {
        ...resource.search,
        parameters: [
          ...resource.search.parameters,
          { value: "grade", fields: ["grade"], match: "prefix", access },
        ],
      },
    }),
    calls: [list, file, facets].map(
      (url) =>
        `${withQuery(url)}quick_search_parameter=grade&quick_search_text=x`,
    ),
    refusal: 400,
    isDeclared: ({ search }) =>
      search?.parameters.some(({ value }) => value === "grade") ?? false,
  },
  view: {
    declare: (resource, access) => ({
      ...resource,
      views: ["default", { view: "grid", access }],
    }),
    calls: [],
    refusal: 400,
    isDeclared: ({ views }) => views.includes("grid"),
  },
  export: {
    declare: (resource, access) => ({
      ...resource,
      calls: {
        ...resource.calls,
        export: { path: `${list}/export`, access },
      },
    }),
    calls: [file, `${file}&no-such=1`, `${list}/export`],
    refusal: 403,
    isDeclared: ({ calls }) => calls.export !== undefined,
  },
  detail: {
    declare: (resource, access) => ({
      ...resource,
      calls: { ...resource.calls, detail: { path: "/auction/detail", access } },
    }),
    calls: [`/auction/detail?id=${lotId}`, "/auction/detail?id=0"],
    refusal: 403,
    isDeclared: ({ calls, detailRoute }) =>
      calls.detail !== undefined && detailRoute !== undefined,
  },
  "whole list": {
    declare: (resource, access) => ({ ...resource, access }),
    calls: [list, file, facets, "/auction/maker", "/auction/detail?id=1"],
    refusal: 403,
    isDeclared: () => true,
  },
  field: {
    field: "horsePower",
    declare: (resource) => ({
      ...resource,
      columns: [...resource.columns, { id: "power", fields: ["horsePower"] }],
      filters: [...resource.filters, { field: "horsePower" }],
      sorts: [...resource.sorts, { id: "power", field: "horsePower" }],
      card: { title: ["maker"], price: "horsePower" },
      defaultOrder: { field: "horsePower", order: "ASC" },
    }),
    calls: [
      `${list}?horsePower=100,`,
      `${list}?sort=power`,
      `${facets}?horsePower=100,`,
      `${file}&columns=power`,
      `${file}&horsePower=100,`,
    ],
    refusal: 400,
    isDeclared: (resource, row) =>
      JSON.stringify([resource, row]).includes("horsePower"),
    shown: [
      { url: list, text: '"horsePower":110' },
      { url: facets, text: '"horsePower":{"min":110' },
      { url: file, text: "110" },
      { url: `/auction/detail?id=${lotId}`, text: '"horsePower":110' },
    ],
  },
};

function withQuery(url: string): string {
  return url.includes("?") ? `${url}&` : `${url}?`;
}

function declareUnder(kind: Kind, rule: Access): void {
  const fields = kind.field
    ? {
        [kind.field]: {
          ...server.context.schemas.row("lot").properties[kind.field],
          "x-access": rule,
        },
      }
    : {};
  redeclare({
    fields,
    change: (resource) =>
      kind.declare({ ...resource, access: undefined }, rule),
  });
}

type Bundle = { resources: Resource[]; schemas: Record<string, RowSchema> };

async function meet(ask: Ask, caller: Caller, kind: Kind): Promise<Met> {
  const bundle = (await ask(caller, "/workspace")).reply.json<Bundle>();
  const cars = bundle.resources.find(({ name }) => name === "car-auction");
  const shown: boolean[] = [
    cars !== undefined && kind.isDeclared(cars, bundle.schemas.lot),
  ];
  for (const { url, text } of kind.shown ?? [])
    shown.push((await ask(caller, url)).text.includes(text));
  const statuses: number[] = [];
  for (const url of kind.calls) statuses.push((await ask(caller, url)).status);
  if (new Set(shown).size > 1) throw new Error(`Half shown: ${shown.join()}`);
  return { isShown: shown.every(Boolean), statuses };
}

const cases = Object.keys(kinds).flatMap((part) =>
  (Object.keys(hidingRules) as Caller[]).map((caller) => ({ part, caller })),
);

describe("a part that its viewer may not see", () => {
  it.each(cases)(
    "is absent and refused, and there for others: $part, hidden from $caller",
    async ({ part, caller }) => {
      const kind = kinds[part];
      if (!kind) throw new Error(part);
      declareUnder(kind, hidingRules[caller]);
      expect(await meet(ask, caller, kind)).toEqual({
        isShown: false,
        statuses: kind.calls.map(() => kind.refusal),
      });
      const other = await meet(ask, othersOf[caller], kind);
      expect(other.isShown).toBe(true);
      expect(other.statuses).not.toContain(kind.refusal === 403 ? 403 : 404);
      if (part !== "export" && part !== "detail" && part !== "whole list")
        expect(other.statuses.every((status) => status === 200)).toBe(true);
    },
  );
});
