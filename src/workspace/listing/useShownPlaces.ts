import { useEffect } from "react";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { detailPath } from "../detailPath";
import { noteShown } from "../openedFrom";

/** Notes the rows that a list shows, so that a row's page can lead to its neighbours. */
export function useShownPlaces({
  resource,
  state,
  rows,
  total,
  scrolls,
}: {
  resource: Resource;
  state: ListingState;
  rows: readonly RowRecord[] | undefined;
  total: number | undefined;
  scrolls: boolean;
}): void {
  const { resources } = useWorkspace();
  useEffect(() => {
    if (!rows) return;
    noteShown({
      resource: resource.name,
      state,
      before: scrolls ? 0 : (state.page - 1) * state.pageSize,
      total: total ?? -1,
      places: rows.flatMap(({ id, row }) => {
        const href = detailPath({ resource, resources, row });
        return href === null ? [] : [{ id, href }];
      }),
    });
  }, [resource, resources, state, rows, total, scrolls]);
}
