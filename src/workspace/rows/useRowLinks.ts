import { useCallback } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import { detailPath } from "../detailPath";
import { useListing } from "../list/ListingContext";
import { useVisited } from "../list/useVisited";

/** Where each row leads, and whether it was opened before. */
export function useRowLinks(): {
  hrefOf: (record: RowRecord) => string | null;
  /** Remembers that the row was opened. */
  visit: (id: string) => void;
  isVisited: (record: RowRecord) => boolean;
} {
  const { resource } = useListing();
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
  };
}

/** Whether the viewer has a bid on the row's lot. */
export const isMine = ({ row }: RowRecord): boolean =>
  typeof row.myBid === "string";
