import { MomentCell } from "../workspace/cells/MomentCell";
import type { AreaModule } from "../workspace/registry/areaModule";
import { cellsByName, type CellDefinition } from "../workspace/registry/cells";
import { isDictionaryOf, isShownAs } from "../workspace/registry/fields";
import { entry } from "../workspace/registry/rank";
import { EngineCell } from "./cells/EngineCell";
import { ConditionCell, LotStatusCell } from "./cells/LotCells";
import { ScoresCell } from "./cells/ScoresCell";
import { FavoriteCell } from "./favorites/FavoriteCell";

const lotPage = { detail: () => import("./LotPage") };

const condition: CellDefinition = { Cell: ConditionCell, width: 160 };
const lotStatus: CellDefinition = { Cell: LotStatusCell, width: 140 };

/** Adds the page of a lot to all lists of lots, and the cells of lots and the wishlist. */
export const catalog: AreaModule = {
  cells: [
    entry(10, isDictionaryOf("condition"), condition),
    entry(20, isShownAs("lotStatus"), lotStatus),
    ...cellsByName({
      auction: { Cell: MomentCell, width: 132, hasLink: true },
      engine: { Cell: EngineCell, width: 138, hasLink: true },
      condition,
      lotStatus,
      scores: { Cell: ScoresCell, width: 150 },
      favorite: { Cell: FavoriteCell, width: 70 },
    }),
  ],
  rows: { lot: lotPage, stock: lotPage, bike: lotPage },
};
