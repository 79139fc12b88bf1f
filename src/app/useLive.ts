import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { useEffect, useRef } from "react";
import { sessionStore } from "../providers/session";
import type { Workspace } from "../providers/workspace";
import { whenIdle } from "./whenIdle";

/**
 * Follows what changes on the server, once the first screen is drawn and the
 * browser has nothing better to do.
 */
export function useLive(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
}): void {
  const { queryClient, dataProvider, workspace } = options;
  const latest = useRef({ dataProvider, workspace });
  useEffect(() => {
    latest.current = { dataProvider, workspace };
  });
  const isServed = workspace.capabilities.liveEvents;
  useEffect(() => {
    const session = sessionStore.get();
    if (session.status !== "authenticated" || !isServed) return;
    const { userId } = session.viewer;
    const leaving = new AbortController();
    const { signal } = leaving;
    whenIdle(() => {
      if (signal.aborted) return;
      void import("../providers/live/startLive").then(({ startLive }) => {
        if (!signal.aborted)
          startLive({
            queryClient,
            current: () => latest.current,
            userId,
            signal,
          });
      });
    });
    return () => {
      leaving.abort();
    };
  }, [queryClient, isServed]);
}
