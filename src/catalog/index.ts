import type { CellDefinition } from "../workspace/registry/cells";
import type { AreaModule } from "../workspace/registry/areaModule";
import { entry } from "../workspace/registry/rank";
import { FavoriteCell } from "./favorites/FavoriteCell";

const lotPage = { detail: () => import("./LotPage") };

const favorite: CellDefinition = { Cell: FavoriteCell, width: 70 };

/** Adds the page of a lot to all lists of lots, and the cell of the wishlist. */
export const catalog: AreaModule = {
  cells: [
    entry(100, ({ cell }: { cell?: string }) => cell === "favorite", favorite),
  ],
  rows: { lot: lotPage, stock: lotPage, bike: lotPage },
};
