import type { Access } from "../access";
import { mostBulkRows, mostSelectedRows } from "../limits";
import {
  fieldsBody,
  versionField,
  type Action,
  type DeclaredAction,
  type DeclaredResource,
  type ListCalls,
  type Resource,
} from "../resource";

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
  call: ServedCall | "import" | "paste" | { options: string },
): string {
  const base = `${listsPath}/${name}`;
  if (typeof call === "object") return `${base}/options/${call.options}`;
  return {
    list: base,
    facets: `${base}/filters`,
    detail: `${base}/:id`,
    export: `${base}/export`,
    chart: `${base}/chart`,
    create: base,
    update: `${base}/:id`,
    edit: `${base}/:id`,
    remove: `${base}/:id`,
    history: `${base}/:id/history`,
    import: `${base}/import`,
    paste: `${base}/paste`,
  }[call];
}

/** Returns whether a path is one of a list's own, even without `calls`. */
export function isDefaultPath(name: string, path: string): boolean {
  const base = defaultPath(name, "list");
  return path === base || path.startsWith(`${base}/`);
}

/**
 * Returns the declaration with the defaults of its calls and actions filled in. Without
 * `calls`, a list has its rows and facets, and the detail if `detailRoute` is
 * below its own route. The export is served only if it is declared, because it
 * hands out the whole list. A resource with `store` has all calls that read and
 * write one row; only managers may write, or only clients if rows have owners, unless the
 * call names an access rule.
 */
export function withDefaultCalls(declared: DeclaredResource): Resource {
  const { actions, ...list } = declared;
  const { name, route, detailRoute, row, store, single, summary, chart } = list;
  const isOwnDetail = detailRoute?.startsWith(`${route}/:`) === true;
  const calls = declared.calls ?? {
    facets: {},
    ...(isOwnDetail ? { detail: {} } : {}),
  };
  const stored = store ? (single ? singleCalls : storedCalls) : {};
  const writers = store ? { access: writersOf(declared) } : {};
  const isOfAuthors = declared.owner?.most !== undefined;
  const readers = store && !isOfAuthors ? { access: managers } : {};
  const { list: listCall, options, share, ...served } = { ...stored, ...calls };
  const { facets, detail, export: file, ...writes } = served;
  const { create, update, remove, history, import: table, ...others } = writes;
  const pathOf = (call: Parameters<typeof defaultPath>[1]) => ({
    path: defaultPath(name, call),
  });
  return {
    ...list,
    ...(actions && {
      actions: actions.map((action) => withDefaultCall(action, declared)),
    }),
    calls: {
      ...others,
      list: {
        ...pathOf("list"),
        rows: "rows",
        total: "pageInfo.totalSearchResults",
        ...(summary && { totals: "totals" }),
        ...listCall,
      },
      ...(facets && { facets: { ...pathOf("facets"), ...facets } }),
      ...(options && {
        options: Object.fromEntries(
          Object.entries(options).map(([filter, call]) => [
            filter,
            { ...pathOf({ options: filter }), ...call },
          ]),
        ),
      }),
      ...(detail && { detail: { ...pathOf("detail"), ...detail } }),
      ...(file && { export: { ...pathOf("export"), ...file } }),
      ...(chart && { chart: pathOf("chart") }),
      ...(share && { share: { param: "carId" as const, ...share } }),
      ...(create && {
        create: {
          method: "POST",
          ...pathOf("create"),
          body: row,
          ...writers,
          ...create,
        },
      }),
      ...(update && {
        update: {
          method: "PUT",
          ...pathOf("update"),
          body: row,
          ...writers,
          ...update,
        },
      }),
      ...(remove && {
        remove: {
          method: "DELETE",
          ...pathOf("remove"),
          ...writers,
          ...remove,
        },
      }),
      ...(history && {
        history: { ...pathOf("history"), ...readers, ...history },
      }),
      ...(table && { import: { ...pathOf("import"), ...writers, ...table } }),
    },
  };
}

/**
 * Returns the action with its call and the largest numbers of rows that it
 * takes. An action with `edits` has the call that the program answers itself.
 */
const withDefaultCall = (
  action: DeclaredAction,
  { name, row, owner }: Pick<DeclaredResource, "name" | "row" | "owner">,
): Action => ({
  ...action,
  method: action.method ?? "PATCH",
  path: action.path ?? (action.edits ? defaultPath(name, "edit") : ""),
  ...(action.edits && {
    body: fieldsBody(row, action.edits),
    values: { ...action.values, [versionField]: `@${versionField}` },
    patch: Object.fromEntries(action.edits.map((field) => [field, field])),
    access: action.access ?? writersOf({ owner }),
  }),
  ...(action.on.includes("selection") && {
    mostRows: action.mostRows ?? mostSelectedRows,
  }),
  ...(action.bulk !== undefined && {
    bulkRows: action.bulkRows ?? mostBulkRows,
  }),
});

const storedCalls: NonNullable<DeclaredResource["calls"]> = {
  facets: {},
  detail: {},
  create: {},
  update: {},
  remove: {},
  history: {},
};

/** A single record is created by its first edit, and stays. */
const singleCalls: NonNullable<DeclaredResource["calls"]> = {
  detail: {},
  create: {},
  update: {},
  history: {},
};

const managers: Access = { userTypes: ["manager"] };

/** Clients write the rows that belong to their authors, managers all others. */
const writersOf = ({ owner }: Pick<DeclaredResource, "owner">): Access =>
  owner?.most === undefined ? managers : { userTypes: ["client"] };

/**
 * Returns path and query of the call that reads one row in full. The id is in
 * the path if that contains `:id`, else in the parameter.
 *
 * @example detailCall("/users/:id", "7").path // "/users/7"
 */
export const detailCall = (
  path: string,
  id: string,
  param = "id",
): { path: string; query: Record<string, string> } => {
  const own = rowPath(path, id);
  return { path: own, query: own === path ? { [param]: id } : {} };
};

/** Returns the path of a call with the row's id in place of `:id`. */
export const rowPath = (path: string, id: string): string =>
  path.replace(/:id(?=\/|$)/, encodeURIComponent(id));

/** `edit` is the call of all actions with `edits`. */
type ServedCall =
  | Exclude<keyof ListCalls, "options" | "share" | "seen" | "import">
  | "edit";

/** The calls that the engine answers for every resource, and for records. */
const readCalls = ["list", "facets", "export", "chart", "detail"] as const;
const recordCalls = ["create", "update", "remove", "history"] as const;

/**
 * Returns the calls of a resource that the engine answers, with their places in
 * the declaration. An area answers the others: the writes of a resource without
 * `store`, and actions without `edits`.
 */
export function servedCalls({ name, calls, store, actions = [] }: Resource): {
  call: ServedCall | { options: string };
  pointer: string;
  method: "GET" | Action["method"];
  path: string;
}[] {
  const served: readonly Exclude<ServedCall, "edit">[] = store
    ? [...readCalls, ...recordCalls]
    : readCalls;
  return [
    ...served.flatMap((key) => {
      const call = calls[key];
      if (!call) return [];
      const { path } = call;
      const method = "method" in call ? call.method : ("GET" as const);
      return [{ call: key, pointer: `/calls/${key}/path`, method, path }];
    }),
    ...(actions.some(({ edits }) => edits)
      ? [
          {
            call: "edit" as const,
            pointer: "/actions",
            method: "PATCH" as const,
            path: defaultPath(name, "edit"),
          },
        ]
      : []),
    ...Object.entries(calls.options ?? {}).map(([filter, { path }]) => ({
      call: { options: filter },
      pointer: `/calls/options/${filter}/path`,
      method: "GET" as const,
      path,
    })),
  ];
}
