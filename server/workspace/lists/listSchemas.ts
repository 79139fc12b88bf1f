import { summaryKey, withTotals } from "../../../domain/summary";
import type { Viewer } from "../../../domain/access";
import { servedCalls } from "../../../domain/listing/defaultCalls";
import { longestText } from "../../../domain/listing/kinds/text";
import {
  exportQuerySchema,
  facetsQuerySchema,
  filterQuerySchema,
  listQuerySchema,
  rowReplySchema,
} from "../../../domain/listing/querySchema";
import type { Resource, RowSchema } from "../../../domain/resource";
import { rememberByPair } from "../../platform/remember";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { Steps } from "../../platform/steps";
import type { Context } from "../context";
import type { ComputeFields, ListingReader } from "../listing";

/** The parts of the context that a draft of the declarations replaces. */
export type ListContext = Pick<
  Context,
  "schemas" | "workspace" | "messages" | "database" | "clock"
>;

/** How an area answers every list over one row schema. */
export type RowLists = {
  row: RowSchema["$id"];
  reader: ListingReader;
  /**
   * Returns the values of those computed fields, which the table does not hold,
   * that `fields` contains: a part of a row for each id.
   */
  computeFields?: ComputeFields;
  /** The key of the list reply for the number of rows without any filter. */
  totalKey?: string;
  /** Reads one row in full. Without it, lists of the row have no detail call. */
  detail?: {
    /** References into schemas/, or schemas. */
    query: string | JsonSchema;
    reply: string | ((row: RowSchema) => JsonSchema);
    /** Whether reading writes rows: then calls from other sites are rejected. */
    changesState?: boolean;
    read(
      context: ListContext,
      request: { resource: string; viewer: Viewer; id: string },
    ): Promise<object>;
    /** Returns the ETag of a reply, if its row has versions. */
    tagOf?: (reply: object) => string | undefined;
  };
};

/** Returns how the lists over a row schema are answered, if any area does. */
export type FindLists = (row: RowSchema["$id"]) => RowLists | undefined;

/** Every call of a list. */
export type Call = ListCall | { kind: "export" };

/** Returns the calls of a list with the path under which each is served. */
export function callsOf(
  findLists: FindLists,
  resource: Resource,
): { call: Call; path: string }[] {
  const hasDetail = findLists(resource.row)?.detail !== undefined;
  return servedCalls(resource).flatMap(
    ({ call, path }): { call: Call; path: string }[] => {
      if (typeof call === "object")
        return [{ call: { kind: "options", filter: call.options }, path }];
      if (call === "detail" && !hasDetail) return [];
      return isListKind(call) ? [{ call: { kind: call }, path }] : [];
    },
  );
}

const isListKind = (name: string): name is Exclude<Call["kind"], "options"> =>
  ["list", "facets", "chart", "detail", "export"].includes(name);

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
  const { rows, counters, totals, facets = {} } = calls.list;
  // A total of a field that the caller may not see is left out.
  const hideable = typeof totals === "object" ? Object.values(totals) : [];
  const sums = Object.fromEntries(
    summary.map((entry) => [
      summaryKey(entry),
      { type: typeof entry === "string" ? "number" : ["number", "null"] },
    ]),
  );
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
    ...Object.fromEntries(
      Object.keys(facets).map((key) => [
        key,
        { type: "array", items: { $ref: "option" } },
      ]),
    ),
    ...(typeof totals === "string"
      ? {
          [totals]: {
            type: "object",
            description:
              "The sums and averages over all rows that match, of the fields that the caller may see.",
            properties: sums,
            additionalProperties: false,
          },
        }
      : withTotals(totals, sums)),
    ...(totalKey ? { [totalKey]: total } : {}),
    pageInfo: { $ref: "page-info" },
  };
  return {
    type: "object",
    required: Object.keys(properties).filter((key) => !hideable.includes(key)),
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

/**
 * Compiles the schemas of all calls. The rows of a page and of an export are written by
 * schemas that depend on the viewer.
 */
export function* compileLists(
  { schemas, workspace }: Pick<Context, "schemas" | "workspace">,
  findLists: FindLists,
): Steps<void> {
  for (const resource of workspace.resources()) {
    const found = findLists(resource.row);
    if (!found) continue;
    const row = schemas.row(resource.row);
    const declared = { resource, row, lists: found };
    for (const { call } of callsOf(findLists, resource)) {
      yield;
      if (call.kind === "export") {
        schemas.validator(exportQuerySchema(resource, row));
        continue;
      }
      schemas.validator(querySource(declared, call));
      yield;
      if (call.kind !== "list") schemas.serializer(replySource(declared, call));
    }
  }
}
