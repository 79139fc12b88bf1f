import type { QueryClient } from "@tanstack/react-query";
import { dashboardPath, type Dashboard } from "../../../domain/dashboard";
import type { DashboardReply, DashboardTile } from "../../../generated/schemas";
import type { WorkspaceCall } from "../../providers/createWorkspace";

/** The tiles of a dashboard by their ids. */
export type TileReplies = Readonly<Record<string, DashboardTile>>;

export const dashboardKey = ({ name }: Pick<Dashboard, "name">) =>
  ["dashboard", name] as const;

/** Reads some tiles of a dashboard, all without `ids`, in one call. */
export async function readTiles(
  call: WorkspaceCall,
  { name }: Pick<Dashboard, "name">,
  { ids, signal }: { ids?: readonly string[]; signal?: AbortSignal } = {},
): Promise<TileReplies> {
  const query = { name, ...(ids && { tiles: ids.join(",") }) };
  const { tiles } = await call<DashboardReply>(dashboardPath, {
    query,
    ...(signal && { signal }),
  });
  return Object.fromEntries(tiles.map((tile) => [tile.id, tile]));
}

/** Puts new tiles into the place of the old ones. */
export function replaceTiles(
  queryClient: QueryClient,
  dashboard: Pick<Dashboard, "name">,
  fresh: TileReplies,
): void {
  queryClient.setQueryData<TileReplies>(dashboardKey(dashboard), (present) =>
    present ? { ...present, ...fresh } : present,
  );
}
