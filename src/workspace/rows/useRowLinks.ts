import { useSyncExternalStore } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import type { RowLinkTarget } from "../cells/TextCell";
import { detailPath } from "../detailPath";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { rememberOpened } from "../openedFrom";

/** Returns the link of a row and how to mark the row. */
export function useRowLink(
  { id, row }: RowRecord,
  tabIndex?: number,
): {
  /** Null in a row without a page. */
  target: RowLinkTarget | null;
  isVisited: boolean;
  /** Whether the row is the viewer's own: a field with `x-own` has a value. */
  isMine: boolean;
} {
  const { resource, ownFields, isPhone } = useListing();
  const { resources } = useWorkspace();
  const { visited, visit } = useListActions();
  const isVisited = useSyncExternalStore(visited.subscribe, () =>
    visited.get().has(id),
  );
  const href = detailPath({ resource, resources, row });
  const { create, update, remove } = resource.calls;
  // In a new tab of a phone, Back would lead nowhere.
  const isSameTab = isPhone || [create, update, remove].some(Boolean);
  const onOpen = () => {
    visit(id);
    rememberOpened(id);
  };
  return {
    target: href === null ? null : { href, onOpen, tabIndex, isSameTab },
    isVisited: resource.visited === true && isVisited,
    isMine: ownFields.some((name) => (row[name] ?? null) !== null),
  };
}
