import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Viewer } from "../../../domain/access";
import {
  defaultPath,
  listsPath,
  servedCalls,
} from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import { editableFields, visibleRow } from "../../../domain/visible";
import type { RecordHistoryQuery } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import {
  readIfMatch,
  sessionOf,
  versionTag,
  type IsRecentlyProved,
} from "../../platform/http/request";
import {
  route,
  type RouteAccess,
  type RouteDefinition,
} from "../../platform/http/route";
import { readIdempotencyKey } from "../../platform/idempotency";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { Context } from "../context";
import { editSchema, formSchema, rowForm } from "../forms/formSchema";
import { assertAllowed, assertQuery, callAccess, emptyQuery } from "../lists";
import { readHistory, recordReplySchema, type RecordReply } from "./readRecord";
import {
  createRecord,
  editRecord,
  removeRecord,
  updateRecord,
} from "./writeRecords";

/** `edit` is the call of all actions with `edits`. */
type RecordCall = "create" | "update" | "edit" | "remove" | "history";
type Request = FastifyRequest<{
  Params: { resource?: string; id?: string };
  Querystring: Record<string, string>;
  Body: unknown;
}>;

/** The method of each call, and its line in OpenAPI. */
const kinds = {
  create: { method: "POST", summary: (name) => `Add a row to ${name}` },
  update: { method: "PUT", summary: (name) => `Change a row of ${name}` },
  edit: {
    method: "PATCH",
    summary: (name) => `Change some fields of a row of ${name}`,
  },
  remove: { method: "DELETE", summary: (name) => `Remove a row of ${name}` },
  history: {
    method: "GET",
    summary: (name) => `The changes of a row of ${name}`,
  },
} as const satisfies Record<
  RecordCall,
  { method: RouteDefinition["method"]; summary: (name: string) => string }
>;
const calls = Object.keys(kinds) as RecordCall[];

/**
 * Registers the calls that write records and read their history. Like lists,
 * each resource is served below `/lists/NAME` as soon as it is declared; other
 * paths are taken at the start.
 */
export function registerRecords(
  app: FastifyInstance,
  context: Context,
  isRecentlyProved: IsRecentlyProved,
): void {
  for (const resource of context.workspace.resources())
    for (const { call, path } of servedCalls(resource)) {
      if (!isRecordCall(call) || path.startsWith(`${listsPath}/`)) continue;
      const own = definitionOf(context, resource.name, call, path);
      const open = { ...openDefinition(call, path), access: own.access };
      register({ ...open, concrete: () => [own] }, call, () => resource.name);
    }
  for (const call of calls) {
    const path = defaultPath(":resource", call);
    register(
      {
        ...openDefinition(call, path),
        concrete: () => concreteRoutes(context, call),
      },
      call,
      ({ params }) => params.resource ?? "",
    );
  }

  function register(
    definition: RouteDefinition,
    call: RecordCall,
    nameOf: (request: Request) => string,
  ): void {
    route<{
      Params: Request["params"];
      Query: Request["query"];
      Body: unknown;
      Reply: object;
    }>(app, {
      ...definition,
      handler: async (request, reply) => {
        const name = nameOf(request);
        const resource = context.workspace
          .resources()
          .find((entry) => entry.name === name);
        const isServed =
          resource?.store &&
          servedCalls(resource).some((served) => served.call === call);
        if (!isServed) throw failure("not_found");
        assertAllowed(
          accessOf(context, resource, call),
          sessionOf(request).viewer,
        );
        const isProved =
          hasGuardedFields(context, resource) &&
          (await isRecentlyProved(sessionOf(request)));
        return answer(context, { resource, call, request, reply, isProved });
      },
    });
  }
}

const isRecordCall = (call: unknown): call is RecordCall =>
  calls.some((name) => name === call);

function accessOf(
  { schemas }: Pick<Context, "schemas">,
  resource: Resource,
  call: RecordCall,
): RouteAccess {
  if (call === "edit")
    return {
      allows: (viewer) =>
        editableFields(resource, schemas.row(resource.row), viewer).length > 0,
      description: "For those who may use an action that edits the row.",
    };
  return callAccess(resource, resource.calls[call]?.access);
}

const hasGuardedFields = (
  { schemas }: Pick<Context, "schemas">,
  { row }: Resource,
): boolean =>
  Object.values(schemas.row(row).properties).some(
    (field) => field["x-guarded"],
  );

/** Access is decided; the rest of the request is validated here. */
async function answer(
  context: Context,
  {
    resource,
    call,
    request,
    reply,
    isProved,
  }: {
    resource: Resource;
    call: RecordCall;
    request: Request;
    reply: FastifyReply;
    isProved: boolean;
  },
): Promise<object> {
  const { viewer, fullName } = sessionOf(request);
  const { body, headers, query } = request;
  const id = call === "create" ? "" : readId(request.params.id);
  if (call === "history") {
    assertQuery(context, historyQuery, query);
    const { page = "1", pageSize = "20" }: RecordHistoryQuery = query;
    return readHistory(context, {
      resource,
      viewer,
      id,
      page: Number(page),
      pageSize: Number(pageSize),
    });
  }
  assertQuery(context, emptyQuery, query);
  const key = readIdempotencyKey(headers["idempotency-key"]);
  const write = { resource, viewer, fullName, key, isProved };
  const tagged = (record: RecordReply) => {
    void reply.header("etag", versionTag(record.version));
    return record;
  };
  if (call === "create") {
    void reply.code(201);
    return tagged(await createRecord(context, { ...write, body }));
  }
  if (call === "edit")
    return tagged(await editRecord(context, { ...write, id, body }));
  const version = readIfMatch(headers["if-match"]);
  return call === "remove"
    ? removeRecord(context, { ...write, id, version })
    : tagged(await updateRecord(context, { ...write, id, version, body }));
}

/** Throws invalid_request for a malformed id. */
function readId(id: string | undefined): string {
  if (id === undefined || !/^[1-9]\d{0,17}$/.test(id))
    throw failure("invalid_request");
  return id;
}

const historyQuery = "record-history#/definitions/query";
const idParams = () => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", pattern: "^[1-9]\\d{0,17}$" } },
});

/**
 * The body is validated after access and version: by 400 for its shape, by 422
 * for its values.
 */
const openDefinition = (call: RecordCall, url: string): RouteDefinition => ({
  method: kinds[call].method,
  url,
  access: "signedIn",
  params: () => ({ type: "object" }),
  query: () => ({
    type: "object",
    additionalProperties: { type: "string" },
  }),
  ...(call === "create" || call === "update" || call === "edit"
    ? { body: () => ({}) }
    : {}),
  reply: () => ({}),
  summary: `A write by the name of its resource: ${call}`,
  isIdempotent: call !== "history",
  isVersioned: call === "update" || call === "remove",
  isCreating: call === "create",
});

/** The route of one call of one resource, with the schemas of its row. */
function definitionOf(
  context: Context,
  name: string,
  call: RecordCall,
  url: string,
): RouteDefinition {
  const { schemas, workspace } = context;
  const rowOf = (viewer?: Viewer) => {
    const row = schemas.row(workspace.resource(name).row);
    return viewer ? visibleRow(row, viewer) : row;
  };
  const open = openDefinition(call, url);
  const body = (viewer?: Viewer): JsonSchema => {
    const resource = workspace.resource(name);
    const row = rowOf();
    if (call === "edit") {
      const edits = (resource.actions ?? []).flatMap(
        ({ edits }) => edits ?? [],
      );
      return editSchema(
        rowOf(viewer),
        viewer ? editableFields(resource, row, viewer) : [...new Set(edits)],
      );
    }
    return viewer ? formSchema(resource.row, schemas, viewer) : rowForm(row);
  };
  const record = (viewer?: Viewer) => recordReplySchema(rowOf(viewer));
  const others = {
    remove: "definitions#/definitions/success",
    history: "record-history#/definitions/reply",
  };
  return {
    ...open,
    access: () => accessOf(context, workspace.resource(name), call),
    ...(call === "create" ? {} : { params: idParams }),
    query: call === "history" ? historyQuery : () => emptyQuery,
    ...(open.body ? { body } : {}),
    reply: call === "remove" || call === "history" ? others[call] : record,
    summary: kinds[call].summary(name),
  };
}

/** The routes behind an open one, for resources whose declared path it is. */
const concreteRoutes = (
  context: Context,
  call: RecordCall,
): RouteDefinition[] =>
  context.workspace.resources().flatMap((resource) =>
    servedCalls(resource)
      .filter((served) => served.call === call)
      .filter(({ path }) => path.startsWith(`${listsPath}/`))
      .map(({ path }) => definitionOf(context, resource.name, call, path)),
  );
