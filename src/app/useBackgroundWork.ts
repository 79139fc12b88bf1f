import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider, Store } from "ra-core";
import { useEffect, useRef } from "react";
import { useSignedIn } from "../providers/session";
import { isLoadFailure } from "../providers/loadModule";
import { untilDone } from "../providers/untilDone";
import type { Workspace } from "../providers/workspace";
import { whenIdle } from "../ui/whenIdle";

/**
 * Follows the live stream and syncs list preferences with the server, where
 * the server supports them. Starts when the browser is idle after the first
 * screen; stops when the session ends or expires.
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
      const { startLive } = await untilDone(
        () => import("../providers/live/startLive"),
        { signal, canRetry: isLoadFailure },
      );
      startLive({ queryClient, current, userId, signal });
    });
  }, [queryClient, userId, isExpired, isOwnServer]);

  useEffect(() => {
    if (isExpired || !isOwnServer) return;
    const resources = names.split(",");
    return whenIdle(async (signal) => {
      const { syncPreferences } = await untilDone(
        () => import("../providers/preferences"),
        { signal, canRetry: isLoadFailure },
      );
      await syncPreferences({ store, resources, signal });
    });
  }, [store, names, isExpired, isOwnServer]);
}
