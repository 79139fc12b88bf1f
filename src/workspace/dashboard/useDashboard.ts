import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Dashboard } from "../../../domain/dashboard";
import { liveEvents, liveStore } from "../../providers/events";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import {
  dashboardKey,
  readTiles,
  replaceTiles,
  type TileReplies,
} from "./dashboardQuery";
import { gatherNews } from "./gatherNews";
import { changedTiles } from "./changedTiles";

/**
 * Tiles are read again after this time, because their days and hours pass; more often
 * without the live stream, and while a tile has failed.
 */
const pollMs = { live: 300_000, alone: 60_000, failed: 15_000 };

/**
 * Reads the tiles of a dashboard in one call, and again those over lists that the live
 * stream says have changed. Present tiles stay if that fails.
 */
export function useDashboard(dashboard: Dashboard) {
  const { call } = useWorkspace();
  const queryClient = useQueryClient();
  const isLive = useStoreValue(liveStore);
  const query = useQuery<TileReplies>({
    queryKey: dashboardKey(dashboard),
    queryFn: ({ signal }) => readTiles(call, dashboard, { signal }),
    refetchInterval: ({ state: { data = {} } }) => {
      const hasFailed = Object.values(data).some(({ error }) => error);
      if (hasFailed) return pollMs.failed;
      return isLive ? pollMs.live : pollMs.alone;
    },
  });
  const refresh = useCallback(
    async (ids: readonly string[]) => {
      const fresh = await readTiles(call, dashboard, { ids });
      replaceTiles(queryClient, dashboard, fresh);
    },
    [call, dashboard, queryClient],
  );
  useLiveTiles(dashboard, refresh);
  return { query, refresh };
}

function useLiveTiles(
  dashboard: Dashboard,
  refresh: (ids: readonly string[]) => Promise<void>,
): void {
  const workspace = useWorkspace();
  useEffect(() => {
    const news = gatherNews(refresh);
    const stop = liveEvents.subscribe((event) => {
      news.add(changedTiles(event, dashboard, workspace));
    });
    return () => {
      stop();
      news.stop();
    };
  }, [dashboard, workspace, refresh]);
}
