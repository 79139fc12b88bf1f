import { useStore } from "ra-core";
import { useCallback } from "react";
import { visitedRows } from "../../../domain/limits";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import type { RowLinkTarget } from "../cells/TextCell";
import { detailPath } from "../detailPath";
import { rememberOpened } from "../openedFrom";
import { useListing } from "../listing/ListingContext";

const noneVisited: string[] = [];

/** Returns which rows were opened, in all tabs of this browser. */
export function useVisited(): {
  isVisited: (id: string) => boolean;
  /** Remembers that a row was opened. */
  visit: (id: string) => void;
} {
  const { resource } = useListing();
  const [visited, store] = useStore(`${resource.name}.visited`, noneVisited);
  const isVisited = useCallback(
    (id: string) => resource.visited === true && visited.includes(id),
    [resource, visited],
  );
  return {
    isVisited,
    visit: (id) => {
      store((known: string[]) =>
        [id, ...known.filter((other) => other !== id)].slice(0, visitedRows),
      );
    },
  };
}

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
  const { resource, row: schema, isPhone } = useListing();
  const { resources } = useWorkspace();
  const { isVisited, visit } = useVisited();
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
    isVisited: isVisited(id),
    isMine: Object.entries(schema.properties).some(
      ([name, field]) => field["x-own"] && (row[name] ?? null) !== null,
    ),
  };
}
