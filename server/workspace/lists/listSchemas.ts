import { longestText } from "../../../domain/listing/filterText";
import {
  facetsQuerySchema,
  filterQuerySchema,
  listQuerySchema,
  rowReplySchema,
} from "../../../domain/listing/querySchema";
import type { Resource, RowSchema } from "../../../domain/resource";
import { rememberByPair } from "../../platform/remember";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { RowLists } from "./rowLists";

/** A call of a list that is answered with JSON. */
export type ListCall =
  | { kind: "list" }
  | { kind: "facets" }
  | { kind: "options"; filter: string }
  | { kind: "chart" }
  | { kind: "detail" };

type Declared = { resource: Resource; row: RowSchema; lists: RowLists };
type Asked = { call: ListCall; lists: RowLists };

/** One row schema has one `RowLists`, so that the call alone is the key. */
const callKey = ({ call }: Asked): string =>
  call.kind === "options" ? `options ${call.filter}` : call.kind;

const asSchema = (source: string | JsonSchema): JsonSchema =>
  typeof source === "string" ? { $ref: source } : source;

const querySchema = rememberByPair(
  (resource: Resource, row: RowSchema, { call, lists }: Asked): JsonSchema => {
    switch (call.kind) {
      case "list":
        return listQuerySchema(resource, row);
      case "facets":
        return facetsQuerySchema(resource, row);
      case "chart":
        return filterQuerySchema(resource, row);
      case "options":
        return optionsQuerySchema(
          resource,
          row,
          resource.calls.options?.[call.filter]?.as,
        );
      case "detail":
        return asSchema(lists.detail?.query ?? {});
    }
  },
  callKey,
);

const replySchema = rememberByPair(
  (resource: Resource, row: RowSchema, { call, lists }: Asked): JsonSchema => {
    switch (call.kind) {
      case "list":
        return listReplySchema(resource, row, lists);
      case "facets":
        return facetsReplySchema(resource);
      case "chart":
        return asSchema("list-chart#/definitions/reply");
      case "options":
        return optionsReplySchema(resource.calls.options?.[call.filter]?.rows);
      case "detail": {
        const reply = lists.detail?.reply ?? (() => ({}));
        return asSchema(typeof reply === "string" ? reply : reply(row));
      }
    }
  },
  callKey,
);

/** Returns the query schema of a call, derived once from the declaration. */
export const querySource = (
  { resource, row, lists }: Declared,
  call: ListCall,
): JsonSchema => querySchema(resource, row, { call, lists });

/** Returns the reply schema of a call, derived once from the declaration. */
export const replySource = (
  { resource, row, lists }: Declared,
  call: ListCall,
): JsonSchema => replySchema(resource, row, { call, lists });

const count = { type: "integer", minimum: 0, maximum: 2_147_483_647 };
/** A total is -1 if the database had no time to count. */
const total = { ...count, minimum: -1 };

const countersSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["status", "count"],
    properties: { status: { type: "string" }, count },
    additionalProperties: false,
  },
};

/** The facets stand in the reply itself, or under the declared key. */
function facetsReplySchema({ calls }: Resource): JsonSchema {
  const { filters, counters } = calls.facets ?? {};
  const reply = asSchema("filters#/definitions/reply");
  if (filters === undefined && counters === undefined) return reply;
  const facets = { $ref: "filters#/definitions/facets" };
  const properties = {
    success: { const: true },
    totalSearchResults: total,
    totalResults: total,
    ...(filters ? { [filters]: facets } : {}),
    ...(counters ? { [counters]: countersSchema } : {}),
  };
  return {
    type: "object",
    required: Object.keys(properties),
    properties,
    additionalProperties: filters
      ? false
      : { $ref: "filters#/definitions/facet" },
  };
}

function optionsReplySchema(rows: string | undefined): JsonSchema {
  if (rows === undefined) return asSchema("options#/definitions/reply");
  return {
    type: "object",
    required: ["success", rows],
    properties: {
      success: { const: true },
      [rows]: { type: "array", items: { $ref: "option" } },
    },
    additionalProperties: false,
  };
}

function listReplySchema(
  { calls, summary = [] }: Resource,
  row: RowSchema,
  { totalKey }: RowLists,
): JsonSchema {
  const { rows, counters, totals } = calls.list;
  const properties = {
    success: { const: true },
    [rows]: {
      type: "array",
      items: rowReplySchema(row, Object.keys(row.properties)),
    },
    ...(counters
      ? {
          [counters]: countersSchema,
        }
      : {}),
    ...(totals
      ? {
          [totals]: {
            type: "object",
            description:
              "The sums over all rows that match, of the fields that the caller may see.",
            properties: Object.fromEntries(
              summary.map((name) => [name, { type: "number" }]),
            ),
            additionalProperties: false,
          },
        }
      : {}),
    ...(totalKey ? { [totalKey]: total } : {}),
    pageInfo: { $ref: "page-info" },
  };
  return {
    type: "object",
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}

/** `as` is the parameter for the value of the outer filter, if there is one. */
function optionsQuerySchema(
  resource: Resource,
  row: RowSchema,
  as: string | undefined,
): JsonSchema {
  const { properties, ...schema } = filterQuerySchema(resource, row);
  return {
    ...schema,
    properties: {
      ...properties,
      ...(as
        ? { [as]: { type: "string", pattern: "^([1-9]\\d{0,8})?$" } }
        : {}),
      search: { type: "string", maxLength: longestText },
    },
  };
}
