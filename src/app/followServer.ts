import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { unreachedStore } from "../providers/events";
import { refreshLists } from "../providers/live/refreshLists";
import { startLive } from "../providers/live/startLive";
import { keepProgram } from "../providers/offline/keepProgram";
import { keepQueries } from "../providers/offline/keepQueries";
import { refreshSession } from "../providers/session";
import { isReadOnly } from "../providers/storage";
import type { Workspace } from "../providers/workspace";
import { isShownList } from "./queryClient";

type Followed = {
  queryClient: QueryClient;
  /** Returns the present provider and workspace; declarations may change. */
  current: () => { dataProvider: DataProvider; workspace: Workspace };
  userId: string;
  signal: AbortSignal;
};

/**
 * Follows the live stream, keeps what the user reads and the program for a time without a
 * connection, and reads everything again after such a time. Ends with `signal`.
 */
export function followServer(options: Followed): void {
  const { queryClient, current, userId, signal } = options;
  startLive(options);
  renewWhenReached(options);
  if (isReadOnly()) return;
  const workspace = () => current().workspace;
  keepQueries({ queryClient, workspace, userId, signal });
  keepProgram().catch(() => undefined);
}

/** Reads everything again once the server, which calls did not reach, is back. */
function renewWhenReached({ queryClient, current, signal }: Followed): void {
  const renew = async () => {
    // The rights may have changed, or the session may have ended.
    await refreshSession(signal);
    await queryClient.invalidateQueries({
      predicate: (query) => !query.isActive() || !isShownList(query),
    });
    await refreshLists({ queryClient, ...current(), changed: null });
  };
  const stop = unreachedStore.subscribe(() => {
    // Content stays as it is if a call fails again.
    if (!unreachedStore.get()) renew().catch(() => undefined);
  });
  signal.addEventListener("abort", stop);
}
