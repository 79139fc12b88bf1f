import { useStore } from "ra-core";
import { useCallback, useMemo } from "react";
import { visitedRows } from "../../../domain/limits";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import type { RowLinkTarget } from "../cells/RowLink";
import { detailPath } from "../detailPath";
import { useListing } from "../listing/ListingContext";

const noneVisited: string[] = [];

/** Returns the links of the rows, and how to mark rows. */
export function useRowLinks(): {
  hrefOf: (record: RowRecord) => string | null;
  /** Remembers that a row was opened, in all tabs of this browser. */
  visit: (id: string) => void;
  isVisited: (record: RowRecord) => boolean;
  /** Whether a row is the viewer's own: a field with `x-own` has a value. */
  isMine: (record: RowRecord) => boolean;
} {
  const { resource, row: schema } = useListing();
  const { resources } = useWorkspace();
  const [visited, store] = useStore(`${resource.name}.visited`, noneVisited);
  return {
    hrefOf: useCallback(
      ({ row }) => detailPath({ resource, resources, row }),
      [resource, resources],
    ),
    visit: useCallback(
      (id) => {
        store((known: string[]) =>
          [id, ...known.filter((other) => other !== id)].slice(0, visitedRows),
        );
      },
      [store],
    ),
    isVisited: useCallback(
      ({ id }) => resource.visited === true && visited.includes(id),
      [resource, visited],
    ),
    isMine: useMemo(() => {
      const ownFields = Object.entries(schema.properties)
        .filter(([, field]) => field["x-own"])
        .map(([name]) => name);
      return ({ row }) =>
        ownFields.some((name) => (row[name] ?? null) !== null);
    }, [schema]),
  };
}

/** Returns the target of a row's link, which is null in a row without a page. */
export function useRowTarget({
  id,
  href,
  onOpen,
  tabIndex,
}: {
  id: string;
  href: string | null;
  onOpen: (id: string) => void;
  tabIndex?: number;
}): RowLinkTarget | null {
  return useMemo(
    () =>
      href === null
        ? null
        : {
            href,
            onOpen: () => {
              onOpen(id);
            },
            tabIndex,
          },
    [href, id, onOpen, tabIndex],
  );
}
