import type { DataProvider, GetListParams, RaRecord } from "ra-core";
import { listCall } from "../../domain/listing/call";
import type { ListingState } from "../../domain/listing/state";
import { CallError, request } from "./http";
import type { Workspace } from "./workspace";

/** A row as a schema describes it; the declaration says what it holds. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A row among react-admin's records. `id` is the declaration's key; the row
 * itself stays whole, since its own `id` may be another one (a bid's is the
 * lot's).
 */
export type RowRecord = RaRecord<string> & { row: Row };

/** What `getList` is asked for: react-admin's `filter` is a list's choices. */
export type ListFilter = Pick<ListingState, "filters" | "search">;

type Reply = Readonly<Record<string, unknown>>;

/** The value at `pageInfo.totalSearchResults` of a reply. */
const at = (reply: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null
          ? (value as Reply)[key]
          : undefined,
      reply,
    );

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

const refuse = (method: string) => (): Promise<never> =>
  Promise.reject(new Error(`The workspace has no call for ${method}.`));

/**
 * react-admin's data provider over the declarations' calls. `getList` answers
 * `RowRecord`s, the exact total, and the whole reply as `meta` (tab counters
 * among it); an unknown total is -1. Changes are typed verbs of their own.
 */
export const createDataProvider = (workspace: Workspace): DataProvider =>
  ({
    supportAbortSignal: true,
    getList: async (name: string, params: GetListParams) => {
      const resource = workspace.resource(name);
      const { list } = resource.calls;
      const reply = await request<Reply>(list.path, {
        query: listCall(resource, stateOf(params)),
        signal: params.signal,
      });
      const rows = at(reply, list.rows);
      const total = at(reply, list.total);
      if (!Array.isArray(rows))
        throw new CallError({ status: 200, code: "internal" });
      return {
        data: (rows as Row[]).map((row) => ({
          id: String(row[resource.key]),
          row,
        })),
        total: typeof total === "number" ? total : -1,
        meta: reply,
      };
    },
    getOne: async (
      name: string,
      params: { id: string; signal?: AbortSignal },
    ) => {
      const { detail } = workspace.resource(name).calls;
      if (!detail) return refuse("getOne")();
      const { id, signal } = params;
      const row = await request<Row>(detail.path, { query: { id }, signal });
      return { data: { id, row } };
    },
    getMany: refuse("getMany"),
    getManyReference: refuse("getManyReference"),
    update: refuse("update"),
    updateMany: refuse("updateMany"),
    create: refuse("create"),
    delete: refuse("delete"),
    deleteMany: refuse("deleteMany"),
  }) as DataProvider;
