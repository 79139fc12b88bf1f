import { bothAccess, type Access } from "../../../domain/access";
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
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { schemaFile } from "../../platform/schemas/schemaFile";
import { findPart } from "../../platform/schemas/schemaPart";
import { viewerKinds, viewerWith } from "./accessRules";
import type { Steps } from "../../platform/steps";

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
  schemas: Pick<SchemaRegistry, "all">,
): Steps<Problem[]> {
  const known = concreteRoutes(routes);
  const problems: Problem[] = [];
  for (const resource of resources) {
    yield;
    for (const call of [
      ...declaredCalls(resource),
      ...optionCalls(resource, schemas),
      ...suggestCalls(resource),
    ])
      for (const found of [
        ...routeFaults(call, resource, known),
        ...parameterFaults(call, known, schemas),
        ...bulkFaults(call, known, schemas),
        ...optionFaults(call, known, schemas),
      ])
        problems.push({ file: call.file, ...found });
  }
  return problems;
}

/** Returns the calls that list the values of the fields of forms. */
function optionCalls(
  { calls, actions = [] }: Resource,
  schemas: Pick<SchemaRegistry, "all">,
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
                method: "GET",
                path: options.path,
                body: null,
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
            method: "GET",
            path: suggest.path,
            body: null,
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
  const marks: DeclaredCall[] = seen
    ? [
        {
          file,
          pointer: "/calls/seen",
          method: "POST",
          path: seen.path,
          body: null,
          access: [],
        },
      ]
    : [];
  return [
    ...marks,
    ...Object.entries(store ? {} : writes).flatMap(
      ([name, call]): DeclaredCall[] => {
        if (!call) return [];
        const { path, access } = call;
        const method = "method" in call ? call.method : "GET";
        const body = "body" in call ? call.body : undefined;
        const pointer = `/calls/${name}`;
        return [{ file, pointer, method, path, body, access: [access] }];
      },
    ),
    ...actions.flatMap((action, index): DeclaredCall[] => {
      const { method, path, body, bulk, bulkRows: rows, access } = action;
      if (action.edits) return [];
      const pointer = `/actions/${index}`;
      const call = {
        file,
        pointer,
        method,
        path,
        body,
        access: [access],
        ...(action.download && {
          parameters: Object.keys(action.values ?? {}),
        }),
      };
      return bulk === undefined
        ? [call]
        : [
            call,
            {
              ...call,
              pointer: `${pointer}/bulk`,
              path: bulk,
              body: null,
              rows,
            },
          ];
    }),
  ];
}

function* routeFaults(
  { pointer, method, path, body, access }: DeclaredCall,
  resource: Resource,
  routes: readonly RouteDefinition[],
): Generator<Fault> {
  const place = pointer.endsWith("/bulk") ? pointer : `${pointer}/path`;
  const found = findRoute(routes, { method, path });
  if (!found) {
    const ofMethod = routes.filter((route) => route.method === method);
    const hint = hintFor(
      path,
      ofMethod.map(({ url }) => url),
    );
    yield fault(place, "unknownCall", { method, path, hint });
    return;
  }
  const takes = typeof found.body === "string" ? found.body : undefined;
  if (body !== null && body !== takes)
    yield fault(`${pointer}/body`, "callBody", {
      call: `${method} ${path}`,
      body: takes ?? "-",
    });
  const rules = [resource.access, ...access].flatMap((rule) => rule ?? []);
  if (isWider(rules, accessOf(found)))
    yield fault(place, "callAccess", { call: `${method} ${path}` });
}

/** Yields the parameters that the call of a download does not have or misses. */
function* parameterFaults(
  { pointer, method, path, parameters }: DeclaredCall,
  routes: readonly RouteDefinition[],
  schemas: Pick<SchemaRegistry, "all">,
): Generator<Fault> {
  const route = findRoute(routes, { method, path });
  if (!parameters || !route) return;
  const query =
    typeof route.query === "string" ? findPart(schemas, route.query) : {};
  const known = isObject(query?.properties)
    ? Object.keys(query.properties)
    : [];
  const call = `${method} ${path}`;
  for (const name of parameters)
    if (!known.includes(name))
      yield fault(
        `${pointer}/values/${escapePointer(name)}`,
        "unknownParameter",
        {
          name,
          call,
          hint: hintFor(name, known),
        },
      );
  const required: unknown[] = Array.isArray(query?.required)
    ? query.required
    : [];
  for (const name of required)
    if (!parameters.some((given) => given === name))
      yield fault(`${pointer}/values`, "missing", { name: String(name) });
}

/** Yields a fault if the body of a call for many rows takes fewer rows. */
function* bulkFaults(
  { pointer, method, path, rows }: DeclaredCall,
  routes: readonly RouteDefinition[],
  schemas: Pick<SchemaRegistry, "all">,
): Generator<Fault> {
  if (rows === undefined) return;
  const route = findRoute(routes, { method, path });
  if (typeof route?.body !== "string") return;
  const properties = findPart(schemas, route.body)?.properties;
  const list = isObject(properties) ? properties.rows : undefined;
  const maxItems = isObject(list) ? list.maxItems : undefined;
  if (typeof maxItems !== "number" || rows <= maxItems) return;
  yield fault(pointer.replace(/bulk$/, "bulkRows"), "bulkTooMany", {
    rows,
    most: maxItems,
    call: `${method} ${path}`,
  });
}

/**
 * Yields a fault if a call for the options of a form needs parameters, which forms
 * do not send, or if its reply has no `options`.
 */
function* optionFaults(
  { pointer, method, path, isOptions }: DeclaredCall,
  routes: readonly RouteDefinition[],
  schemas: Pick<SchemaRegistry, "all">,
): Generator<Fault> {
  const route = findRoute(routes, { method, path });
  if (!isOptions || !route) return;
  const reply = sourceOf(route.reply, schemas);
  const options = isObject(reply?.properties)
    ? reply.properties.options
    : undefined;
  const query = sourceOf(route.query ?? (() => ({})), schemas);
  const needed = Array.isArray(query?.required) ? query.required : [];
  if (!isObject(options) || options.type !== "array" || needed.length > 0)
    yield fault(`${pointer}/path`, "callHasNoOptions", {
      call: `${method} ${path}`,
    });
}

const sourceOf = (source: SchemaSource, schemas: Pick<SchemaRegistry, "all">) =>
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
