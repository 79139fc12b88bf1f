import { defaultPath } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import { escapePointer } from "../../platform/pointer";
import type { Fault } from "../../platform/problem";
import { ownCalls, ownPages } from "./ownAddresses";

type Address = { pointer: string; path: string };

/**
 * Addresses that are wrong, or that only one resource may have; `taken`
 * remembers whose they are.
 */
export function* checkAddresses(
  file: string,
  resource: Resource,
  others: { taken: Map<string, string>; resources: readonly Resource[] },
): Generator<Fault> {
  const { name, route, aliases = [] } = resource;
  if (file !== `resources/${name}.json`) {
    const wanted = file.replace(/^.*\//, "").replace(/\.json$/, "");
    yield {
      pointer: "/name",
      reason: `"${name}": the file is not ${name}.json; the name must be the file's, "${wanted}"`,
    };
  }
  const routes = [
    { pointer: "/route", path: route },
    ...aliases.map((path, index) => ({ pointer: `/aliases/${index}`, path })),
  ];
  for (const address of routes) yield* routeFaults(address, others.resources);
  const calls = callsOf(resource);
  for (const { pointer, path } of calls)
    if (!isDefault(name, path)) yield* callFaults(pointer, path);
  for (const { pointer, path } of routes)
    yield* claim({ pointer, path: `route ${path}` }, name, others.taken);
  for (const { pointer, path } of calls)
    yield* claim({ pointer, path: `call ${path}` }, name, others.taken);
}

function* claim(
  { pointer, path }: Address,
  name: string,
  taken: Map<string, string>,
): Generator<Fault> {
  const owner = taken.get(path);
  if (owner) yield { pointer, reason: `${path} is that of ${owner}` };
  else taken.set(path, name);
}

function* routeFaults(
  { pointer, path }: Address,
  resources: readonly Resource[],
): Generator<Fault> {
  const first = path.split("/")[1] ?? "";
  if (ownPages.includes(first))
    yield { pointer, reason: `"/${first}" is a page of the program` };
  for (const { name, detailRoute = "" } of resources)
    if (rowAddress(detailRoute)?.test(path))
      yield {
        pointer,
        reason: `"${path}" would stand before a row of ${name}, at ${detailRoute}`,
      };
}

/** The addresses of a list's rows, where they are below an address of words. */
function rowAddress(detailRoute: string): RegExp | null {
  if (!/^\/[a-z0-9-]+(\/[a-z0-9-]+)*\/:\w+$/.test(detailRoute)) return null;
  return new RegExp(`^${detailRoute.replace(/:\w+$/, "[^/]+")}$`);
}

/** The paths of all calls that a resource declares. */
function callsOf({ calls: { options, ...calls } }: Resource): Address[] {
  const single = Object.entries(calls).map(([name, { path }]) => ({
    pointer: `/calls/${name}/path`,
    path,
  }));
  const ofOptions = Object.entries(options ?? {}).map(([name, { path }]) => ({
    pointer: `/calls/options/${escapePointer(name)}/path`,
    path,
  }));
  return [...single, ...ofOptions];
}

/** Every list is served below this path, whatever it declares. */
const isDefault = (name: string, path: string): boolean =>
  path === defaultPath(name, "list") ||
  path.startsWith(`${defaultPath(name, "list")}/`);

function* callFaults(pointer: string, path: string): Generator<Fault> {
  if (!/^(\/[a-z0-9-]+)+$/.test(path))
    yield { pointer, reason: `"${path}" is no path of a call` };
  const first = `${path.split("/").slice(0, 2).join("/")}/*`;
  if (ownCalls.includes(path) || ownCalls.includes(first))
    yield { pointer, reason: `"${path}" is a call of the program` };
}
