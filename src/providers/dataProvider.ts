import type { DataProvider, GetListParams } from "ra-core";
import { listCall } from "../../domain/listing/call";
import type { ListingState } from "../../domain/listing/state";
import { CallError } from "./http";
import { loadModule } from "./loadModule";
import { checkRows, type RowProblem } from "./rowValidation/checkRows";
import { rowCheck } from "./rowValidation/rowChecks";
import type { Workspace } from "./workspace";
import { valueAt, type Fields } from "../../domain/formats";

export type { FilterOption, Row, RowRecord } from "./rowApi";

/** The `filter` of a `getList` call: the list's choices and quick search. */
export type ListFilter = Pick<ListingState, "filters" | "search">;

/** The `meta` of a `getList` result. */
export type ListMeta = {
  /** The whole reply, including tab counters. */
  reply: Fields;
  /** Rows of the reply that break their schema. They are not in `data`. */
  problems: readonly RowProblem[];
  /** A live update has changed the page since it was read. */
  isInPlace?: boolean;
};

/** Returns the parameters of react-admin's list hooks for the state of a list. */
export const listParams = (state: ListingState, scrolls: boolean) => ({
  pagination: { page: scrolls ? 1 : state.page, perPage: state.pageSize },
  sort: { field: state.sort?.id ?? "", order: state.sort?.order ?? "ASC" },
  filter: { filters: state.filters, search: state.search },
});

/** Returns the state for which `listParams` has made the parameters. */
const stateOf = ({ pagination, sort, filter }: GetListParams): ListingState => {
  const { filters, search } = filter as ListFilter;
  return {
    filters,
    search,
    sort: sort?.field ? { id: sort.field, order: sort.order } : null,
    page: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? 20,
  };
};

const workshopPrefix = "workspace/";

const refuse = (method: string) => (): Promise<never> =>
  Promise.reject(new Error(`No declaration has a call for ${method}.`));

/**
 * Creates react-admin's data provider over the declarations' calls. `getList`
 * returns the rows that match their schema as `RowRecord`s, the server's exact
 * total (-1 if the server gives none) and a `ListMeta`. Resources whose name
 * starts with `workspace/` are plain REST; their provider is loaded with the
 * first call.
 */
export function createDataProvider(workspace: Workspace): DataProvider {
  const getList = async (name: string, params: GetListParams) => {
    const resource = workspace.resource(name);
    const { list } = resource.calls;
    const state = stateOf(params);
    // The check loads while the list call runs.
    void rowCheck(workspace, resource.row);
    const reply = await workspace.call<Fields>(list.path, {
      query: listCall(resource, state),
      signal: params.signal,
    });
    const rows = valueAt(reply, list.rows.split("."));
    const total = valueAt(reply, list.total.split("."));
    if (!Array.isArray(rows))
      throw new CallError({ status: 200, code: "internal" });
    const { data, problems } = checkRows({
      rows: rows as unknown[],
      key: resource.key,
      first: (state.page - 1) * state.pageSize + 1,
      check: await rowCheck(workspace, resource.row),
    });
    const meta: ListMeta = { reply, problems };
    if (typeof total === "number" && total >= 0) return { data, total, meta };
    // Without a total, a full page is followed by another one.
    const pageInfo = {
      hasNextPage: rows.length >= state.pageSize,
      hasPreviousPage: state.page > 1,
    };
    return { data, total: -1, pageInfo, meta };
  };

  /** Sends workshop resources to their provider, and the others to `own`. */
  const route =
    (
      method: keyof DataProvider & string,
      own: (name: string, params: GetListParams) => Promise<unknown> = refuse(
        method,
      ),
    ) =>
    async (name: string, params: GetListParams): Promise<unknown> => {
      if (!name.startsWith(workshopPrefix)) return own(name, params);
      const { workshopProvider } = await loadModule(
        () => import("./restProvider"),
      );
      const call = workshopProvider[method] as typeof own;
      return call(name.slice(workshopPrefix.length), params);
    };

  return {
    supportAbortSignal: true,
    getList: route("getList", getList),
    getOne: route("getOne"),
    getMany: route("getMany"),
    getManyReference: route("getManyReference"),
    create: route("create"),
    update: route("update"),
    updateMany: route("updateMany"),
    delete: route("delete"),
    deleteMany: route("deleteMany"),
  } as DataProvider;
}
