import type { DeclaredResource, ListCalls, Resource } from "../resource";

/** Every list is served below this path, under the name of its resource. */
export const listsPath = "/lists";

/**
 * Returns the path under which the dispatcher serves a call of a list. It acts
 * as soon as the resource is declared; any other path acts at the next start.
 *
 * @example defaultPath("premium", "facets") // "/lists/premium/filters"
 */
export function defaultPath(
  name: string,
  call: Exclude<keyof ListCalls, "options"> | { options: string },
): string {
  const base = `${listsPath}/${name}`;
  if (typeof call === "object") return `${base}/options/${call.options}`;
  return {
    list: base,
    facets: `${base}/filters`,
    detail: `${base}/:id`,
    export: `${base}/export`,
  }[call];
}

/**
 * Returns the declaration with the defaults of its calls filled in. Without
 * `calls`, a list has its rows and facets, and the detail if `detailRoute` is
 * below its own route. The export is served only if it is declared, because it
 * hands out the whole list.
 */
export function withDefaultCalls(declared: DeclaredResource): Resource {
  const { name, route, detailRoute } = declared;
  const isOwnDetail = detailRoute?.startsWith(`${route}/:`) === true;
  const calls = declared.calls ?? {
    facets: {},
    ...(isOwnDetail ? { detail: {} } : {}),
  };
  const { list, facets, detail, export: file, options } = calls;
  return {
    ...declared,
    calls: {
      list: {
        path: defaultPath(name, "list"),
        rows: "rows",
        total: "pageInfo.totalSearchResults",
        ...list,
      },
      ...(facets
        ? { facets: { path: defaultPath(name, "facets"), ...facets } }
        : {}),
      ...(options
        ? {
            options: Object.fromEntries(
              Object.entries(options).map(([filter, call]) => [
                filter,
                { path: defaultPath(name, { options: filter }), ...call },
              ]),
            ),
          }
        : {}),
      ...(detail
        ? { detail: { path: defaultPath(name, "detail"), ...detail } }
        : {}),
      ...(file
        ? { export: { path: defaultPath(name, "export"), ...file } }
        : {}),
    },
  };
}

/** Returns path and query of the call that reads one row in full. */
export const detailCall = (
  path: string,
  id: string,
): { path: string; query: Record<string, string> } =>
  path.endsWith("/:id")
    ? { path: path.replace(/:id$/, encodeURIComponent(id)), query: {} }
    : { path, query: { id } };
