import type { Access } from "../../../domain/access";
import { bothAccess } from "../../../domain/bothAccess";
import {
  readFieldsBody,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import {
  accessOf,
  concreteRoutes,
  passesRules,
  type RouteAccess,
  type RouteDefinition,
  type SchemaSource,
} from "../../platform/http/route";
import { hintFor } from "../../platform/nearest";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { schemaFile } from "../../platform/schemas/schemaFile";
import { findPart } from "../../platform/schemas/schemaPart";
import type { Steps } from "../../platform/steps";
import { viewerKinds, viewerWith } from "./accessRules";

type Schemas = Pick<SchemaRegistry, "all">;

/** A call that a declaration names and that a route of an area answers. */
type DeclaredCall = {
  file: string;
  pointer: string;
  method: string;
  path: string;
  /** Null for a call whose body is not declared, such as that of many rows. */
  body: string | undefined | null;
  access: readonly (Access | undefined)[];
  /** The names of the parameters of a download. */
  parameters?: readonly string[] | undefined;
  /** The call answers with the address of a file. */
  isLink?: boolean;
  /** The call lists the values of a field in a form. */
  isOptions?: boolean;
  /** The largest number of rows of a call for many rows. */
  rows?: number | undefined;
};

/**
 * Returns the mistakes in the calls that declarations expect of the areas: calls
 * that no route answers, bodies that differ from the route's, and calls that a
 * viewer could start without the right to them. The calls behind `x-options` in
 * bodies are among them.
 */
export function* checkCallRoutes(
  resources: readonly Resource[],
  routes: readonly RouteDefinition[],
  schemas: Schemas,
): Steps<Problem[]> {
  const known = concreteRoutes(routes);
  const problems: Problem[] = [];
  for (const resource of resources) {
    yield;
    for (const call of [
      ...declaredCalls(resource),
      ...optionCalls(resource, schemas),
      ...suggestCalls(resource),
    ]) {
      const route = findRoute(known, call);
      const faults = route
        ? routeFaults(call, { route, resource, schemas })
        : [unknownCall(call, known)];
      for (const found of faults) problems.push({ file: call.file, ...found });
    }
  }
  return problems;
}

/** Returns the calls that list the values of the fields of forms. */
function optionCalls(
  { calls, actions = [] }: Resource,
  schemas: Schemas,
): DeclaredCall[] {
  const forms = [calls.create, calls.update, ...actions];
  return forms.flatMap((form) => {
    if (form?.body === undefined) return [];
    const { body, access } = form;
    const edited = readFieldsBody(body);
    const reference = edited?.row ?? body;
    const [, pointer = ""] = reference.split("#");
    const { properties } = findPart(schemas, reference) ?? {};
    if (!isObject(properties)) return [];
    return Object.entries(properties as RowSchema["properties"]).flatMap(
      ([name, { "x-options": options, "x-access": ownAccess }]) =>
        options && edited?.fields.includes(name) !== false
          ? [
              {
                file: schemaFile(reference),
                pointer: `${pointer}/properties/${escapePointer(name)}/x-options`,
                ...{ method: "GET", path: options.path, body: null },
                access: [access, ownAccess],
                isOptions: true,
              },
            ]
          : [],
    );
  });
}

/** Returns the calls that suggest rows while people type into a filter. */
const suggestCalls = ({ name, access, filters }: Resource): DeclaredCall[] =>
  filters.flatMap(({ suggest, access: ownAccess }, index) =>
    suggest
      ? [
          {
            file: `resources/${name}.json`,
            pointer: `/filters/${index}/suggest`,
            ...{ method: "GET", path: suggest.path, body: null },
            access: [access, ownAccess],
          },
        ]
      : [],
  );

/**
 * Returns the calls that the engine does not answer itself. It answers the
 * details of lots, and every call of a resource with `store` but its actions
 * without `edits`.
 */
function declaredCalls(resource: Resource): DeclaredCall[] {
  const { calls, actions = [], pageType, store } = resource;
  const file = `resources/${resource.name}.json`;
  const { detail, share, seen, create, update, remove, history } = calls;
  const ofRows = pageType === undefined ? { detail } : {};
  const writes = { ...ofRows, share, create, update, remove, history };
  const declared = Object.entries(store ? {} : writes).flatMap(
    ([name, call]): DeclaredCall[] => {
      if (!call) return [];
      const { path, access } = call;
      const method = "method" in call ? call.method : "GET";
      const body = "body" in call ? call.body : undefined;
      const pointer = `/calls/${name}`;
      return [{ file, pointer, method, path, body, access: [access] }];
    },
  );
  if (seen) {
    const call = { method: "POST", path: seen.path, body: null, access: [] };
    declared.push({ file, pointer: "/calls/seen", ...call });
  }
  for (const [index, action] of actions.entries()) {
    const { method, path, body, bulk, bulkRows: rows, access } = action;
    if (action.edits) continue;
    const parameters = action.download && {
      parameters: Object.keys(action.values ?? {}),
      isLink: action.link === true,
    };
    const pointer = `/actions/${index}`;
    const call = { file, method, access: [access], ...parameters };
    declared.push({ ...call, pointer, path, body });
    if (bulk !== undefined) {
      const ofMany = { pointer: `${pointer}/bulk`, path: bulk, body: null };
      declared.push({ ...call, ...ofMany, rows });
    }
  }
  return declared;
}

const pathPlace = (pointer: string): string =>
  pointer.endsWith("/bulk") ? pointer : `${pointer}/path`;

function unknownCall(
  { pointer, method, path }: DeclaredCall,
  routes: readonly RouteDefinition[],
): Fault {
  const urls = routes.flatMap((route) =>
    route.method === method ? [route.url] : [],
  );
  const hint = hintFor(path, urls);
  return fault(pathPlace(pointer), "unknownCall", { method, path, hint });
}

type Found = { route: RouteDefinition; resource: Resource; schemas: Schemas };

/** Yields the differences between a declared call and the route that answers it. */
function* routeFaults(
  declared: DeclaredCall,
  { route, resource, schemas }: Found,
): Generator<Fault> {
  const { pointer, method, path, body, access } = declared;
  const call = `${method} ${path}`;
  const takes = typeof route.body === "string" ? route.body : undefined;
  if (body !== null && body !== takes)
    yield fault(`${pointer}/body`, "callBody", { call, body: takes ?? "-" });
  const rules = [resource.access, ...access].flatMap((rule) => rule ?? []);
  if (isWider(rules, accessOf(route)))
    yield fault(pathPlace(pointer), "callAccess", { call });
  const query = sourceOf(route.query ?? (() => ({})), schemas);
  const required: unknown[] = Array.isArray(query?.required)
    ? query.required
    : [];
  if (declared.parameters)
    yield* parameterFaults(declared, { call, query, required });
  const most = mostRows(takes, schemas);
  if (declared.rows !== undefined && most !== null && declared.rows > most)
    yield fault(pointer.replace(/bulk$/, "bulkRows"), "bulkTooMany", {
      rows: declared.rows,
      most,
      call,
    });
  const reply = sourceOf(route.reply, schemas);
  const replied = isObject(reply?.properties) ? reply.properties : {};
  if (declared.isLink && replied.link === undefined)
    yield fault(`${pointer}/path`, "callHasNoLink", { call });
  // A form sends no parameters, and reads `options` of the reply.
  if (!declared.isOptions) return;
  const { options } = replied;
  if (!isObject(options) || options.type !== "array" || required.length > 0)
    yield fault(`${pointer}/path`, "callHasNoOptions", { call });
}

/** Yields the parameters that the call of a download does not have or misses. */
function* parameterFaults(
  { pointer, parameters = [] }: DeclaredCall,
  {
    call,
    query,
    required,
  }: {
    call: string;
    query: JsonSchema | undefined;
    required: readonly unknown[];
  },
): Generator<Fault> {
  const known = isObject(query?.properties)
    ? Object.keys(query.properties)
    : [];
  for (const name of parameters)
    if (!known.includes(name)) {
      const place = `${pointer}/values/${escapePointer(name)}`;
      const hint = hintFor(name, known);
      yield fault(place, "unknownParameter", { name, call, hint });
    }
  for (const name of required)
    if (!parameters.some((given) => given === name))
      yield fault(`${pointer}/values`, "missing", { name: String(name) });
}

/** Returns the largest number of rows that a body takes; null if it has no limit. */
function mostRows(body: string | undefined, schemas: Schemas): number | null {
  const properties =
    body === undefined ? undefined : findPart(schemas, body)?.properties;
  const list = isObject(properties) ? properties.rows : undefined;
  const maxItems = isObject(list) ? list.maxItems : undefined;
  return typeof maxItems === "number" ? maxItems : null;
}

const sourceOf = (source: SchemaSource, schemas: Schemas) =>
  typeof source === "string" ? findPart(schemas, source) : source();

const findRoute = (
  routes: readonly RouteDefinition[],
  { method, path }: { method: string; path: string },
) =>
  routes.find(
    (route) =>
      route.method === method && templateOf(route.url) === templateOf(path),
  );

/** Paths are compared without the names of their parameters. */
const templateOf = (path: string): string => path.replaceAll(/:\w+/g, ":");

/** Returns whether a viewer passes the declared rules but not the route's. */
function isWider(declared: readonly Access[], needed: RouteAccess): boolean {
  const [first = {}, ...others] = declared;
  const { flags = [] } = others.reduce(bothAccess, first);
  return viewerKinds.some((kind) => {
    const viewer = viewerWith(kind, flags);
    return passesRules(declared, viewer) && !passesRules(needed, viewer);
  });
}
