import type { RowRecord } from "../../providers/dataProvider";
import { useWorkspace } from "../../providers/workspace";
import type { RowLinkTarget } from "../cells/RowLink";
import { detailPath } from "../detailPath";
import { useListing } from "../list/ListingContext";
import { useVisited } from "../list/useVisited";

/** Where each row leads, and whether it was opened before. */
export function useRowLinks(): {
  target: (record: RowRecord) => RowLinkTarget | null;
  isVisited: (record: RowRecord) => boolean;
} {
  const { resource } = useListing();
  const { resources } = useWorkspace();
  const [isVisited, visit] = useVisited(resource.name);
  return {
    target: ({ id, row }) => {
      const href = detailPath({ resource, resources, row });
      return href === null
        ? null
        : {
            href,
            onOpen: () => {
              visit(id);
            },
          };
    },
    isVisited: ({ id }) => resource.visited === true && isVisited(id),
  };
}

/** Whether the viewer has a bid on the row's lot. */
export const isMine = ({ row }: RowRecord): boolean =>
  typeof row.myBid === "string";
