import type { CreateParams, DataProvider, GetListParams } from "ra-core";
import { detailCall } from "../../domain/listing/defaultCalls";
import { listCall } from "../../domain/listing/call";
import type { ListingState } from "../../domain/listing/state";
import { CallError, request } from "./http";
import type { Row } from "./rowRecord";
import { checkRows, type RowProblem } from "./rowValidation/checkRows";
import { rowCheck } from "./rowValidation/rowChecks";
import type { Workspace } from "./workspace";

export type { Row, RowRecord } from "./rowRecord";

/** What `getList` is asked for: react-admin's `filter` is a list's choices. */
export type ListFilter = Pick<ListingState, "filters" | "search">;

type Reply = Readonly<Record<string, unknown>>;

/** What `getList` answers beside the rows, as react-admin's `meta`. */
export type ListMeta = {
  /** The whole reply, tab counters among it. */
  reply: Reply;
  /** Rows of the reply that break their schema, and are not among the data. */
  problems: readonly RowProblem[];
};

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

/** Resources of the workshop, which are plain REST: the rest of the name. */
const plain = (name: string): string | undefined =>
  name.startsWith("workspace/") ? name.slice("workspace/".length) : undefined;

/** Loaded with the first resource of the workshop. */
const loadPlain = () =>
  import("./restProvider").then(({ workshopProvider }) => workshopProvider);

const refuse = (method: string) => (): Promise<never> =>
  Promise.reject(new Error(`The workspace has no call for ${method}.`));

/**
 * react-admin's data provider over the declarations' calls. `getList` answers
 * those rows that keep their schema as `RowRecord`s, the server's exact total,
 * and a `ListMeta`; an unknown total is -1. Changes are typed verbs of their
 * own.
 */
export const createDataProvider = (workspace: Workspace): DataProvider =>
  ({
    supportAbortSignal: true,
    getList: async (name: string, params: GetListParams) => {
      const rest = plain(name);
      if (rest !== undefined) return (await loadPlain()).getList(rest, params);
      const resource = workspace.resource(name);
      const { list } = resource.calls;
      const state = stateOf(params);
      void rowCheck(workspace, resource.row);
      const reply = await workspace.call<Reply>(list.path, {
        query: listCall(resource, state),
        signal: params.signal,
      });
      const rows = at(reply, list.rows);
      const total = at(reply, list.total);
      if (!Array.isArray(rows))
        throw new CallError({ status: 200, code: "internal" });
      // Begun above, so that it comes beside the reply.
      const check = await rowCheck(workspace, resource.row);
      const { data, problems } = checkRows({
        rows: rows as unknown[],
        key: resource.key,
        first: (state.page - 1) * state.pageSize + 1,
        check,
      });
      const meta: ListMeta = { reply, problems };
      return { data, total: typeof total === "number" ? total : -1, meta };
    },
    getOne: async (
      name: string,
      params: { id: string; signal?: AbortSignal },
    ) => {
      const rest = plain(name);
      if (rest !== undefined) return (await loadPlain()).getOne(rest, params);
      const { detail } = workspace.resource(name).calls;
      if (!detail) return refuse("getOne")();
      const { id, signal } = params;
      const { path, query } = detailCall(detail.path, id);
      const row = await request<Row>(path, { query, signal });
      return { data: { id, row } };
    },
    getMany: refuse("getMany"),
    getManyReference: refuse("getManyReference"),
    update: refuse("update"),
    updateMany: refuse("updateMany"),
    create: async (name: string, params: CreateParams) => {
      const rest = plain(name);
      return rest === undefined
        ? refuse("create")()
        : (await loadPlain()).create(rest, params);
    },
    delete: refuse("delete"),
    deleteMany: refuse("deleteMany"),
  }) as DataProvider;
