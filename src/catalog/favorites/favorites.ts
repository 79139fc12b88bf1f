import type { QueryClient } from "@tanstack/react-query";
import type {
  AddFavoriteBody,
  AddFavoriteReply,
  DeleteFavoriteReply,
  LotDetail,
} from "../../../generated/schemas";
import { request } from "../../providers/http";
import { createStore } from "../../providers/store";

export type Group = AddFavoriteBody["group"];
export type WishList = LotDetail["wishList"];

/** A lot whose groups can be changed. */
export type FavoriteLot = { id: string; type: AddFavoriteBody["type"] };

/** The groups of lots that were changed here, until the server's rows have them. */
export const pendingGroups = createStore<
  ReadonlyMap<string, { groups: readonly string[]; calls: number }>
>(new Map());

/** Returns the groups of a lot from the field `wishList` of its row. */
export const groupsOf = (wishList: unknown): string[] =>
  Array.isArray(wishList)
    ? (wishList as WishList).flatMap(({ group, value }) =>
        value ? [group] : [],
      )
    : [];

/** The calls of a lot run one after another, so that the last click wins. */
const running = new Map<string, Promise<unknown>>();

/**
 * Adds a lot to a group, or removes it. The new groups are shown at once. If the call
 * fails, the change is taken back, and the promise rejects with its `CallError`.
 */
export async function setFavorite(
  queryClient: QueryClient,
  lot: FavoriteLot,
  {
    group,
    isIn,
    groups,
  }: { group: Group; isIn: boolean; groups: readonly string[] },
): Promise<void> {
  show(lot.id, withGroup(groups, group, isIn), 1);
  const before = running.get(lot.id) ?? Promise.resolve();
  const call = before.then(() => send(lot, group, isIn));
  const settled = call.catch(() => undefined);
  running.set(lot.id, settled);
  try {
    await call;
    const shown = pendingGroups.get().get(lot.id)?.groups ?? [];
    patchRows(queryClient, lot.id, shown);
  } catch (error) {
    // Later changes of the same lot stay.
    const shown = pendingGroups.get().get(lot.id)?.groups ?? [];
    show(lot.id, withGroup(shown, group, !isIn), 0);
    throw error;
  } finally {
    show(lot.id, undefined, -1);
    // A later call of the lot may be waiting.
    if (running.get(lot.id) === settled) running.delete(lot.id);
  }
}

/** Returns the groups in order, with or without `group`. */
const withGroup = (
  groups: readonly string[],
  group: Group,
  isIn: boolean,
): string[] => {
  const others = groups.filter((name) => name !== group);
  return isIn ? [...others, group].sort() : others;
};

const send = ({ id, type }: FavoriteLot, group: Group, isIn: boolean) =>
  isIn
    ? request<AddFavoriteReply>("/favorite/add", {
        method: "POST",
        body: { group, carId: id, type },
      })
    : request<DeleteFavoriteReply>("/favorite/delete", {
        method: "DELETE",
        body: { group, carId: id },
      });

/** Shows these groups until the last running call ends; then the cached rows are shown. */
function show(
  lotId: string,
  groups: readonly string[] | undefined,
  started: number,
): void {
  const shown = new Map(pendingGroups.get());
  const present = shown.get(lotId) ?? { groups: [], calls: 0 };
  const calls = present.calls + started;
  if (calls > 0) shown.set(lotId, { groups: groups ?? present.groups, calls });
  else shown.delete(lotId);
  pendingGroups.set(shown);
}

type CachedRow = { id: unknown; row?: { lotId?: unknown } };
type CachedPage = { data: CachedRow[] };
type CachedPages = CachedPage | { pages: CachedPage[] };

const listMethods = ["getList", "getInfiniteList"];

/** Writes the groups of a lot into the lists and the lot page that were loaded. */
function patchRows(
  queryClient: QueryClient,
  lotId: string,
  groups: readonly string[],
): void {
  const wishList = groups.map((group) => ({ group, value: true }));
  const patchPage = (page: CachedPage): CachedPage => ({
    ...page,
    data: page.data.map((record) =>
      (record.row?.lotId ?? record.id) === lotId
        ? { ...record, row: { ...record.row, wishList } }
        : record,
    ),
  });
  queryClient.setQueriesData<CachedPages>(
    { predicate: ({ queryKey }) => listMethods.includes(String(queryKey[1])) },
    (data) => {
      if (!data) return data;
      return "pages" in data
        ? { ...data, pages: data.pages.map(patchPage) }
        : patchPage(data);
    },
  );
  queryClient.setQueriesData<LotDetail>(
    {
      predicate: ({ queryKey: [kind, , id] }) => kind === "lot" && id === lotId,
    },
    (lot) => lot && { ...lot, wishList },
  );
}
