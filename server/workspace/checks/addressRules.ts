import {
  isDefaultPath,
  servedCalls,
} from "../../../domain/listing/defaultCalls";
import { ownPages } from "../../../domain/declarations/ownPages";
import type { Resource } from "../../../domain/resource";
import { fault, type Fault, type Problem } from "../../platform/problem";
import { valuesAt } from "./rules";

/** Returns a fault if a declaration does not have the name of its file. */
export function fileNameFaults(
  file: string,
  { name }: { name: string },
): Fault[] {
  const expected = file.replace(/^.*\//, "").replace(/\.json$/, "");
  if (name === expected) return [];
  return [fault("/name", "mustBeFileName", { name: expected })];
}

const routePaths = ["route", "aliases/*"];

/**
 * Returns a check of the addresses of one declaration after another: a route or
 * call belongs to the first declaration that names it. Lists over the same row
 * may share the path of a call if no role may see two of them.
 */
export function createAddressCheck(): (resource: Resource) => Generator<Fault> {
  const owners = new Map<string, Resource[]>();
  const earlier: Resource[] = [];
  return function* (resource) {
    for (const { pointer, path } of textsAt(resource, routePaths)) {
      yield* routeFaults(pointer, path, earlier);
      yield* claim("routeTaken", { pointer, path }, resource);
    }
    for (const { pointer, method, path } of servedCalls(resource)) {
      if (!isDefaultPath(resource.name, path)) yield* callFaults(pointer, path);
      yield* claim("callTaken", { pointer, path, method }, resource);
    }
    earlier.push(resource);
  };

  function* claim(
    id: "routeTaken" | "callTaken",
    {
      pointer,
      path,
      method = "GET",
    }: { pointer: string; path: string; method?: string },
    resource: Resource,
  ): Generator<Fault> {
    const key = `${id} ${method} ${path}`;
    const others = owners.get(key) ?? [];
    const owner = others.find(
      (other) => id === "routeTaken" || !haveOwnViewers(other, resource),
    );
    if (owner) yield fault(pointer, id, { path, list: owner.name });
    else owners.set(key, [...others, resource]);
  }
}

/** Returns whether the lists show the same rows to different roles. */
function haveOwnViewers(left: Resource, right: Resource): boolean {
  const roles = left.access?.roles;
  const others = right.access?.roles;
  return (
    left.row === right.row &&
    roles !== undefined &&
    others?.every((role) => !roles.includes(role)) === true
  );
}

function* textsAt(
  resource: Resource,
  paths: readonly string[],
): Generator<{ pointer: string; path: string }> {
  for (const place of paths)
    for (const { pointer, value } of valuesAt(resource, place))
      if (typeof value === "string") yield { pointer, path: value };
}

function* routeFaults(
  pointer: string,
  path: string,
  others: readonly Resource[],
): Generator<Fault> {
  const name = path.split("/")[1] ?? "";
  if (ownPages.includes(name)) yield fault(pointer, "routeOfApp", { name });
  for (const { name: list, detailRoute: route = "" } of others)
    if (rowRoute(route)?.test(path))
      yield fault(pointer, "routeHidesRow", { path, list, route });
}

/** Returns a pattern of a list's row routes if only their last step varies. */
function rowRoute(detailRoute: string): RegExp | null {
  if (!/^\/[a-z0-9-]+(\/[a-z0-9-]+)*\/:\w+$/.test(detailRoute)) return null;
  return new RegExp(`^${detailRoute.replace(/:\w+$/, "[^/]+")}$`);
}

function* callFaults(pointer: string, path: string): Generator<Fault> {
  if (!/^(\/[a-z0-9-]+)+(\/:id(\/[a-z0-9-]+)?)?$/.test(path))
    yield fault(pointer, "callPathInvalid", { path });
}

/** The calls of the engine and of the platform below `/api`. */
const engineCalls: readonly string[] = [
  "/compare",
  "/dashboard",
  "/docs",
  "/docs/*",
  "/health",
  "/lists",
  "/lists/*",
  "/live",
  "/names",
  "/palette",
  "/ready",
  "/record-effects",
  "/sums",
  "/workspace",
  "/workspace/*",
];

/** Returns whether a path is one of these calls; `/bid/*` is everything below `/bid`. */
export const isOwnCall = (path: string, calls: readonly string[]): boolean =>
  [path, `${path.split("/").slice(0, 2).join("/")}/*`].some((known) =>
    [...engineCalls, ...calls].includes(known),
  );

/** Returns the check that no list takes the path of a call of the engine or an area. */
export const checkOwnCalls =
  (calls: readonly string[]) =>
  ({ resources }: { resources: readonly Resource[] }): Problem[] =>
    resources.flatMap((resource) =>
      servedCalls(resource).flatMap(({ pointer, path }): Problem[] => {
        if (isDefaultPath(resource.name, path) || !isOwnCall(path, calls))
          return [];
        const file = `resources/${resource.name}.json`;
        return [{ file, ...fault(pointer, "callOfApp", { path }) }];
      }),
    );
