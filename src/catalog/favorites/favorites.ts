import type { QueryClient } from "@tanstack/react-query";
import type {
  AddFavoriteBody,
  AddFavoriteReply,
  DeleteFavoriteReply,
  LotDetail,
} from "../../../generated/schemas";
import { patchCachedRows } from "../../providers/cachedRows";
import { CallError, request } from "../../providers/http";
import { isSignedInAs, sessionStore } from "../../providers/session";
import { createStore } from "../../providers/store";

export type Group = AddFavoriteBody["group"];
export type WishList = LotDetail["wishList"];

/** A lot whose groups can be changed. */
export type FavoriteLot = { id: string; type: AddFavoriteBody["type"] };

type PendingGroups = {
  /** The groups to show. */
  groups: readonly string[];
  /** The groups that the server has confirmed. */
  saved: readonly string[];
  /** Calls without a reply. */
  calls: number;
};

/** The groups of lots that were changed here, until the server's rows have them. */
export const pendingGroups = createStore<ReadonlyMap<string, PendingGroups>>(
  new Map(),
);

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
  const { saved = groups } = pendingGroups.get().get(lot.id) ?? {};
  update(lot.id, { groups: withGroup(groups, group, isIn), saved }, 1);
  const before = running.get(lot.id) ?? Promise.resolve();
  const session = sessionStore.get();
  const call = before.then(() => {
    // A call that waited for another call is not sent for another user.
    if (
      session.status !== "authenticated" ||
      !isSignedInAs(session.viewer.userId)
    )
      throw new CallError({ status: 401, code: "unauthorized" });
    return send(lot, group, isIn);
  });
  const settled = call.catch(() => undefined);
  running.set(lot.id, settled);
  try {
    await call;
    const saved = withGroup(pendingOf(lot.id).saved, group, isIn);
    update(lot.id, { saved });
    // Later changes of the same lot may still be refused.
    patchRows(queryClient, lot.id, saved);
  } catch (error) {
    // Later changes of the same lot stay.
    const shown = pendingOf(lot.id).groups;
    update(lot.id, { groups: withGroup(shown, group, !isIn) });
    throw error;
  } finally {
    update(lot.id, {}, -1);
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

const pendingOf = (lotId: string): PendingGroups =>
  pendingGroups.get().get(lotId) ?? { groups: [], saved: [], calls: 0 };

/** Changes the pending groups of a lot until its last running call ends. */
function update(
  lotId: string,
  changed: Partial<PendingGroups>,
  started = 0,
): void {
  const lots = new Map(pendingGroups.get());
  const present = pendingOf(lotId);
  const calls = present.calls + started;
  if (calls > 0) lots.set(lotId, { ...present, ...changed, calls });
  else lots.delete(lotId);
  pendingGroups.set(lots);
}

/** Writes the groups of a lot into the lists and the lot page that were loaded. */
function patchRows(
  queryClient: QueryClient,
  lotId: string,
  groups: readonly string[],
): void {
  const wishList = groups.map((group) => ({ group, value: true }));
  patchCachedRows(queryClient, ({ id, row }) => (row?.lotId ?? id) === lotId, {
    wishList,
  });
  queryClient.setQueriesData<LotDetail>(
    {
      predicate: ({ queryKey: [kind, , id] }) =>
        kind === "detail" && id === lotId,
    },
    (lot) => lot && { ...lot, wishList },
  );
}
