import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider, Store } from "ra-core";
import { useEffect, useRef } from "react";
import { useSession, useSignedIn } from "../providers/session";
import { isLoadFailure, loadModule } from "../providers/loadModule";
import { untilDone } from "../providers/untilDone";
import type { Workspace } from "../providers/workspace";
import { whenIdle } from "../ui/whenIdle";
import { sessionRestored } from "../providers/events";
import { isShownList } from "./queryClient";

/**
 * Follows the live stream, keeps what the user reads for a time without a connection and
 * syncs list preferences with the server, where the server supports them. Starts when the
 * browser is idle after the first screen; stops when the session ends or expires.
 */
export function useBackgroundWork(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
  store: Store;
}): void {
  const { queryClient, dataProvider, workspace, store } = options;
  const { viewer, isExpired } = useSignedIn();
  const { userId } = viewer;
  const { isOwnServer } = workspace;
  const names = workspace.resources.map(({ name }) => name).join();
  const latest = useRef({ dataProvider, workspace });
  useEffect(() => {
    latest.current = { dataProvider, workspace };
  });

  useEffect(() => {
    if (isExpired || !isOwnServer) return;
    const current = () => latest.current;
    return whenIdle(async (signal) => {
      const { followServer } = await untilDone(
        () => loadModule(() => import("./followServer")),
        { signal, canRetry: isLoadFailure },
      );
      followServer({ queryClient, current, userId, signal });
    });
  }, [queryClient, userId, isExpired, isOwnServer]);

  useEffect(() => {
    if (isExpired || !isOwnServer) return;
    const resources = names.split(",");
    return whenIdle(async (signal) => {
      const { syncPreferences } = await untilDone(
        () => loadModule(() => import("../providers/preferences")),
        { signal, canRetry: isLoadFailure },
      );
      await syncPreferences({ store, resources, signal });
    });
  }, [store, names, isExpired, isOwnServer]);
}

/**
 * Reads again what may have changed while the browser was offline or the session was
 * expired, and what depends on the user's destination when the user changes it. The rows
 * of lists are updated in their places.
 */
export function useRenewedLists(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
}): void {
  const { queryClient, dataProvider, workspace } = options;
  const session = useSession();
  const destination =
    session.status === "authenticated" ? session.detail.destination : undefined;
  const read = useRef(destination);
  useEffect(() => {
    const refresh = async () => {
      const { refreshLists } = await loadModule(
        () => import("../providers/live/refreshLists"),
      );
      const changed = null;
      await refreshLists({ queryClient, dataProvider, workspace, changed });
    };
    // The rows stay as they are if the calls fail.
    const renew = () => {
      refresh().catch(() => undefined);
    };
    const renewAll = () => {
      void queryClient.invalidateQueries({
        predicate: (query) => !query.isActive() || !isShownList(query),
      });
      renew();
    };
    if (read.current !== destination) renewAll();
    read.current = destination;
    const unsubscribe = sessionRestored.subscribe(renewAll);
    // The query client reads everything else again when the connection returns.
    addEventListener("online", renew);
    return () => {
      unsubscribe();
      removeEventListener("online", renew);
    };
  }, [queryClient, dataProvider, workspace, destination]);
}
