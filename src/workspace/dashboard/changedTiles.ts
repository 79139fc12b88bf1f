import type { Dashboard } from "../../../domain/dashboard";
import {
  areaNews,
  changedIds,
  changedRows,
  type LiveEvent,
} from "../../../domain/liveEvent";
import type { Workspace } from "../../providers/workspace";

/** Returns the ids of the tiles over lists whose rows an event has changed. */
export function changedTiles(
  event: LiveEvent,
  { tiles }: Pick<Dashboard, "tiles">,
  { resource, row }: Pick<Workspace, "resource" | "row">,
): string[] {
  const changed = changedRows([event]);
  const isChanged = (name: string) => {
    if (!changed) return true;
    const list = resource(name);
    return (
      changed.lists.has(name) ||
      changedIds(changed, list, row(list.row)).length > 0 ||
      areaNews(event, list) !== undefined
    );
  };
  const lists = new Set(
    [...new Set(tiles.map(({ list }) => list))].filter(isChanged),
  );
  return tiles.flatMap(({ id, list }) => (lists.has(list) ? [id] : []));
}
