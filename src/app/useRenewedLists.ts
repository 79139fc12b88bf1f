import type { QueryClient } from "@tanstack/react-query";
import type { DataProvider } from "ra-core";
import { useEffect } from "react";
import { sessionRestored } from "../providers/events";
import { loadModule } from "../providers/loadModule";
import type { Workspace } from "../providers/workspace";
import { isShownList } from "./queryClient";

/**
 * Reads again what may have changed while the browser was offline or the session was
 * expired. The rows of lists are updated in their places.
 */
export function useRenewedLists(options: {
  queryClient: QueryClient;
  dataProvider: DataProvider;
  workspace: Workspace;
}): void {
  const { queryClient, dataProvider, workspace } = options;
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
    const unsubscribe = sessionRestored.subscribe(() => {
      void queryClient.invalidateQueries({
        predicate: (query) => !query.isActive() || !isShownList(query),
      });
      renew();
    });
    // The query client reads everything else again when the connection returns.
    addEventListener("online", renew);
    return () => {
      unsubscribe();
      removeEventListener("online", renew);
    };
  }, [queryClient, dataProvider, workspace]);
}
