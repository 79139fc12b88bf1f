import type { AddFavoriteBody } from "../../../generated/schemas";
import { readableName } from "../../ui/readable";
import { useRowTabIndex } from "../../workspace/cells/TextCell";
import type { CellProps } from "../../workspace/registry/areaModule";
import { FavoriteToggle } from "./FavoriteToggle";

/** The wishlist toggle of a lot in a list; rows of favourites name their lot. */
export function FavoriteCell({ row, fields, tabIndex }: CellProps) {
  const rowTabIndex = useRowTabIndex();
  const [wishList = ""] = fields;
  const names = [row.maker, row.model, row.lotNo].filter(
    (name): name is string => typeof name === "string",
  );
  return (
    <FavoriteToggle
      lot={{
        id: String(row.lotId ?? row.id),
        type: row.lotType as AddFavoriteBody["type"],
      }}
      wishList={row[wishList]}
      isUss={row.isUss === true}
      title={names.map(readableName).join(" ")}
      tabIndex={tabIndex ?? rowTabIndex}
    />
  );
}
