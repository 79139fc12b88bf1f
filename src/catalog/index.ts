import { MomentCell } from "../workspace/cells/TextCell";
import type { AreaModule } from "../workspace/registry/areaModule";
import {
  EngineCell,
  ConditionCell,
  LotStatusCell,
  ScoresCell,
} from "./cells/LotCells";
import { FavoriteCell } from "./favorites/FavoriteToggle";

const lotPage = { detail: () => import("./LotPage") };

/** Adds the page of a lot to all lists of lots, and the cells of lots and the wishlist. */
export const catalog: AreaModule = {
  cells: {
    auction: { Cell: MomentCell, types: ["date"], width: 132, hasLink: true },
    engine: {
      Cell: EngineCell,
      types: ["string", "integer", "number"],
      width: 138,
      hasLink: true,
    },
    condition: {
      Cell: ConditionCell,
      types: ["string"],
      isFor: ({ field }) => field["x-dictionary"] === "condition",
      width: 160,
    },
    lotStatus: {
      Cell: LotStatusCell,
      types: ["integer", "string"],
      isFor: ({ field }) => field["x-shown"] === "lotStatus",
      width: 140,
    },
    scores: { Cell: ScoresCell, types: ["integer", "number"], width: 150 },
    favorite: { Cell: FavoriteCell, types: ["array"], width: 70 },
  },
  rows: { lot: lotPage, stock: lotPage, bike: lotPage },
};
