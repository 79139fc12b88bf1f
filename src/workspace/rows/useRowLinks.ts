import { useCallback, useMemo } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { detailPath } from "../detailPath";
import { useListing } from "../listing/ListingContext";
import { useVisited } from "../listing/useVisited";

/** Where each row leads, whose it is, and whether it was opened before. */
export function useRowLinks(): {
  hrefOf: (record: RowRecord) => string | null;
  /** Remembers that the row was opened. */
  visit: (id: string) => void;
  isVisited: (record: RowRecord) => boolean;
  /** Whether it is the viewer's own, by what the row's schema says of that. */
  isMine: (record: RowRecord) => boolean;
} {
  const { resource, row: schema } = useListing();
  const { resources } = useWorkspace();
  const [visited, visit] = useVisited(resource.name);
  return {
    hrefOf: useCallback(
      ({ row }) => detailPath({ resource, resources, row }),
      [resource, resources],
    ),
    visit,
    isVisited: useCallback(
      ({ id }) => resource.visited === true && visited.includes(id),
      [resource, visited],
    ),
    isMine: useMemo(() => {
      const own = Object.entries(schema.properties)
        .filter(([, field]) => field["x-own"])
        .map(([name]) => name);
      return ({ row }) => own.some((name) => (row[name] ?? null) !== null);
    }, [schema]),
  };
}
