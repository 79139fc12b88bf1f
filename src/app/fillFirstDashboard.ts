import type { Dashboard } from "../../domain/dashboard";
import type { Workspace } from "../providers/workspace";
import { dashboardKey, readTiles } from "../workspace/dashboard/dashboardQuery";
import { firstQueryClient } from "./queryClient";

/** Reads the tiles of a dashboard into the query cache. Failures are left to its page. */
export async function fillFirstDashboard(
  { call }: Workspace,
  dashboard: Dashboard,
): Promise<void> {
  const tiles = firstQueryClient().query({
    queryKey: dashboardKey(dashboard),
    queryFn: ({ signal }) => readTiles(call, dashboard, { signal }),
  });
  await Promise.allSettled([tiles]);
}
