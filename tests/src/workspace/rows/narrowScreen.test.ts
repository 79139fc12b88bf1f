import { beforeAll, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import carAuction from "../../../../resources/car-auction.json";
import favorites from "../../../../resources/favorites.json";
import favorite from "../../../../schemas/favorite.json";
import lot from "../../../../schemas/lot.json";
import { bidding } from "../../../../src/bidding";
import { catalog } from "../../../../src/catalog";
import { cellFor } from "../../../../src/workspace/rows/columns";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { tableFits } from "../../../../src/workspace/rows/useTableFit";

beforeAll(() => {
  registerAreas([catalog, bidding]);
});

/** Pixels of a screen of 1024 that a table has between the edges of the page. */
const room = 966;
/** Pixels of the column with the button that opens the bid form. */
const panelButton = 40;

/** Columns may shrink to nine tenths of their width. */
const narrowest = ({ width }: { width: number }) => 0.9 * width;

it.each([
  ["car auctions", carAuction, lot],
  ["favourites", favorites, favorite],
] as const)(
  "%s show the engine, whole prices and whole mileages on a screen of 1024 pixels",
  (_, declared, schema) => {
    const row = schema as RowSchema;
    const cells = (declared as Resource).columns.map((column, index) => {
      const cell = cellFor(row, column);
      const width = column.width ?? cell.width;
      const rest = { schema: row, isFirst: index === 0, frameClass: undefined };
      return { ...cell, ...rest, width, column };
    });
    const fit = tableFits(cells, panelButton).find(
      ({ minWidth }) => minWidth <= room,
    );
    const widths = new Map(
      fit?.cells.map((cell) => [cell.column.id, narrowest(cell)]),
    );
    expect(widths.has("engine")).toBe(true);
    // 12,300,000 and a grade with 353,000 km, with the space around them.
    expect(widths.get("price")).toBeGreaterThan(103);
    expect(widths.get("condition")).toBeGreaterThan(139);
  },
);
