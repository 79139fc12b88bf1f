import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access, Viewer } from "../../../domain/access";
import { defaultPath, listsPath } from "../../../domain/listing/defaultCalls";
import { exportQuerySchema } from "../../../domain/listing/querySchema";
import type { Resource } from "../../../domain/resource";
import { visibleResource, visibleRow } from "../../../domain/visible";
import { failure } from "../../platform/errors";
import {
  readKnownChanges,
  sendChangeNumber,
} from "../../platform/http/changeNumbers";
import { assertOwnSite } from "../../platform/http/crossSite";
import type { WorkSlots } from "../../platform/http/workSlots";
import { sessionOf } from "../../platform/http/request";
import {
  accessOf,
  passesRules,
  route,
  sendJson,
  serializerOf,
  type RouteAccess,
  type RouteDefinition,
} from "../../platform/http/route";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { Context } from "../context";
import { exportTypes, sendExport } from "../export/sendExport";
import { answerList, assertQuery, emptyQuery } from "./answerList";
import {
  callsOf,
  compileLists,
  querySource,
  replySource,
  type Call,
  type FindLists,
} from "./listSchemas";

type Query = Record<string, string>;
type ListRequest = FastifyRequest<{ Querystring: Query }>;
type Lists = {
  context: Context;
  findLists: FindLists;
  slots: WorkSlots;
  knownChanges: ReturnType<typeof readKnownChanges>;
};
type ListRoute = RouteDefinition & {
  query: (viewer?: Viewer) => JsonSchema;
  answer: (
    request: ListRequest,
    reply: FastifyReply,
    query: Query,
  ) => Promise<object>;
};

/**
 * Registers the calls of all declared lists. Every list is served under
 * `/lists/NAME` as soon as it is declared. Other paths in a declaration are
 * aliases, which Fastify can only take before it is ready.
 */
export function registerLists(
  app: FastifyInstance,
  context: Context,
  findLists: FindLists,
): void {
  const lists: Lists = {
    context,
    findLists,
    slots: app.downloads.exports,
    knownChanges: readKnownChanges(context.changes),
  };
  for (const [path, sharing] of aliasesOf(lists)) {
    const [only, ...others] = sharing;
    if (only && others.length > 0) registerShared(app, lists, path, sharing);
    else if (only) {
      const { call, resource } = only;
      const { answer, ...definition } = routeOf(lists, {
        name: resource.name,
        call,
        path,
      });
      // A row's id is a parameter of the query, or a part of the path.
      const hasId = path.includes("/:id");
      route<{ Params: Params; Query: Query; Reply: object }>(app, {
        ...definition,
        ...(hasId && idInPath),
        handler: (request, reply) => {
          const { id } = request.params;
          if (id === undefined) return answer(request, reply, request.query);
          assertQuery(context, definition.query(), { id });
          return answer(request, reply, { id });
        },
      });
    }
  }
  registerDispatcher(app, lists);
  context.declarations.addPreparation((set) => compileLists(set, findLists));
}

type Alias = { resource: Resource; call: Call };

/** Returns the calls with paths of their own, by path. */
function aliasesOf(lists: Lists): ReadonlyMap<string, Alias[]> {
  const aliases = new Map<string, Alias[]>();
  for (const resource of lists.context.workspace.resources())
    for (const { call, path } of callsOf(lists.findLists, resource))
      if (!path.startsWith(`${listsPath}/`))
        aliases.set(path, [...(aliases.get(path) ?? []), { resource, call }]);
  return aliases;
}

/**
 * Registers a path that several lists share: the server answers with the list
 * that the viewer may see. Their access rules exclude each other.
 */
function registerShared(
  app: FastifyInstance,
  lists: Lists,
  path: string,
  sharing: readonly Alias[],
): void {
  const own = sharing.map(({ resource: { name }, call }) => ({
    name,
    call,
    definition: routeOf(lists, { name, call, path }),
  }));
  const ofViewer = (viewer: Viewer) =>
    own.find(({ definition }) => passesRules(accessOf(definition), viewer));
  const names = own.map(({ name }) => name).join(", ");
  route<{ Query: Query; Reply: object }>(app, {
    method: "GET",
    url: path,
    access: {
      allows: (viewer) => ofViewer(viewer) !== undefined,
      description: `Everybody who may see one of: ${names}`,
    },
    query: (viewer) =>
      (viewer && ofViewer(viewer)?.definition.query(viewer)) ?? textsQuery,
    reply: (viewer) => {
      const reply = viewer && ofViewer(viewer)?.definition.reply;
      return typeof reply === "function" ? reply(viewer) : openReply;
    },
    summary: `The list of the viewer: ${names}`,
    handler: (request, reply) => {
      const found = ofViewer(sessionOf(request).viewer);
      if (!found) throw failure("forbidden");
      return dispatch(lists, found, request, reply);
    },
  });
}

/** Returns the access rules of a call: the list's and the call's own. */
export function callAccess(
  { access }: Pick<Resource, "access">,
  own: Access | undefined,
): RouteAccess {
  const rules = [access, own].filter((rule) => rule !== undefined);
  return rules.length > 0 ? rules : "signedIn";
}

const summaries: Record<Call["kind"], (name: string) => string> = {
  list: (name) => `One page of ${name}`,
  facets: (name) => `The filter values of ${name} with counts and bounds`,
  chart: (name) => `The weeks or values of the chart of ${name}`,
  options: (name) => `The values of one filter of ${name}`,
  detail: (name) => `One row of ${name} in full`,
  export: (name) => `All rows of ${name} as a CSV or XLSX file`,
};

/** The declaration is looked up at each call, because it may be edited. */
function routeOf(
  { context, findLists, slots, knownChanges }: Lists,
  { name, call, path }: { name: string; call: Call; path: string },
): ListRoute {
  const { schemas } = context;
  const declared = (viewer?: Viewer) => {
    const resource = context.workspace.resource(name);
    const lists = findLists(resource.row);
    if (!lists) throw failure("not_found");
    const row = schemas.row(resource.row);
    if (!viewer) return { resource, lists, row };
    const visible = visibleResource(resource, row, viewer);
    const nothing = { ...resource, filters: [], sorts: [], search: undefined };
    return {
      resource: visible ?? nothing,
      lists,
      row: visibleRow(row, viewer),
    };
  };
  const common = {
    method: "GET" as const,
    url: path,
    access: () => {
      const resource = context.workspace.resource(name);
      const hasOwn = call.kind === "detail" || call.kind === "export";
      const own = hasOwn ? resource.calls[call.kind]?.access : undefined;
      return callAccess(resource, own);
    },
    summary: summaries[call.kind](name),
  };
  if (call.kind === "export")
    return {
      ...common,
      query: (viewer) => {
        const { resource, row } = declared(viewer);
        return exportQuerySchema(resource, row);
      },
      reply: () => ({ type: "string", description: "The file" }),
      replyTypes: Object.values(exportTypes),
      isLong: true,
      answer: (request, reply) => {
        const { resource, lists } = declared();
        return sendExport(
          context,
          { slots },
          { resource, ...lists },
          request,
          reply,
        );
      },
    };
  return {
    ...common,
    ...(call.kind === "detail" && {
      changesState: declared().lists.detail?.changesState === true,
    }),
    query: (viewer) => querySource(declared(viewer), call),
    reply: (viewer) => replySource(declared(viewer), call),
    answer: async (request, reply, query) => {
      if (call.kind === "detail")
        sendChangeNumber(reply, await context.changes.settled());
      const answer = await answerList(context, findLists, {
        resource: name,
        call,
        viewer: sessionOf(request).viewer,
        language: request.language,
        query,
        freshness: {
          known: await knownChanges(request),
          onVersion: (version) => {
            sendChangeNumber(reply, version);
          },
        },
      });
      const { detail } = declared().lists;
      const tag = call.kind === "detail" ? detail?.tagOf?.(answer) : undefined;
      if (tag !== undefined) void reply.header("etag", tag);
      return answer;
    },
  };
}

type Params = { resource: string; id?: string; filter?: string };

const openParams = (names: readonly string[]) => () => ({
  type: "object",
  required: names,
  properties: Object.fromEntries(
    names.map((name) => [name, { type: "string", maxLength: 100 }]),
  ),
});
/** The id of a row is a part of the path. */
const idInPath = { params: openParams(["id"]), query: () => emptyQuery };
const textsQuery = {
  type: "object",
  additionalProperties: { type: "string" },
};
const anyQuery = () => textsQuery;
/** The reply of the list that answers is written by its own schema. */
const openReply = {};

/** The routes that serve every list by its name, also lists that are new. */
function registerDispatcher(app: FastifyInstance, lists: Lists): void {
  const kinds = ["list", "facets", "chart", "export", "detail"] as const;
  const open: [path: string, callOf: (params: Params) => Call][] = [
    ...kinds.map((kind): [string, () => Call] => [
      defaultPath(":resource", kind),
      () => ({ kind }),
    ]),
    [
      defaultPath(":resource", { options: ":filter" }),
      ({ filter = "" }) => ({ kind: "options", filter }),
    ],
  ];
  for (const [url, callOf] of open) {
    const { kind } = callOf({ resource: "" });
    route<{ Params: Params; Query: Query; Reply: object }>(app, {
      method: "GET",
      url,
      access: "signedIn",
      params: openParams(
        [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name),
      ),
      query: anyQuery,
      reply: () => openReply,
      summary: `A list by the name of its resource: ${kind}`,
      isLong: kind === "export",
      concrete: () => concreteRoutes(lists, kind),
      handler: (request, reply) => {
        const { resource: name, id } = request.params;
        const call = callOf(request.params);
        return dispatch(lists, { name, call, id }, request, reply);
      },
    });
  }
}

/** Access is decided before the query is validated, as on fixed routes. */
async function dispatch(
  lists: Lists,
  { name, call, id }: { name: string; call: Call; id?: string | undefined },
  request: ListRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { schemas, workspace } = lists.context;
  const resource = workspace.resources().find((entry) => entry.name === name);
  const isServed =
    resource &&
    callsOf(lists.findLists, resource).some((entry) =>
      isSameCall(entry.call, call),
    );
  if (!isServed) throw failure("not_found");
  const definition = routeOf(lists, { name, call, path: "" });
  if (definition.changesState) assertOwnSite(request, lists.context.config);
  assertAllowed(accessOf(definition), sessionOf(request).viewer);
  const query = id === undefined ? request.query : { ...request.query, id };
  assertQuery(lists.context, definition.query(), query);
  // The reply is written by the schema that the call began with.
  const { reply: replySchema } = definition;
  const serialize = serializerOf(schemas, replySchema);
  // An export sends itself, and awaiting the sent reply gives undefined.
  const answer = await definition.answer(request, reply, query);
  return reply.sent ? reply : sendJson(reply, answer, serialize);
}

/** Throws forbidden if a viewer breaks one of the rules of a call. */
export function assertAllowed(access: RouteAccess, viewer: Viewer): void {
  if (!passesRules(access, viewer)) throw failure("forbidden");
}

const isSameCall = (left: Call, right: Call): boolean =>
  left.kind === right.kind &&
  (left.kind !== "options" ||
    right.kind !== "options" ||
    left.filter === right.filter);

/** The routes behind an open one, for lists whose declared path it is. */
const concreteRoutes = (lists: Lists, kind: Call["kind"]): RouteDefinition[] =>
  lists.context.workspace.resources().flatMap((resource) =>
    callsOf(lists.findLists, resource)
      .filter(
        ({ call, path }) =>
          call.kind === kind && path.startsWith(`${listsPath}/`),
      )
      .map(({ call, path }): RouteDefinition => {
        const { name } = resource;
        const { answer: _answer, ...definition } = routeOf(lists, {
          ...{ name, call, path },
        });
        return { ...definition, ...(kind === "detail" && idInPath) };
      }),
  );
