import type { Viewer } from "../../../domain/access";
import type { Dashboard, Tile } from "../../../domain/dashboard";
import type { Config } from "../../platform/config";
import { isDatabaseUnavailable } from "../../platform/database";
import { failure, Failure, type ErrorCode } from "../../platform/errors";
import { endWithin, inPortions } from "../../platform/portions";
import { JsonText } from "../../platform/http/route";
import type { FindLists, ListContext } from "../lists";
import { cutDashboard } from "./cutDashboard";
import { readTile, type TileRequest, type TileValues } from "./readTile";

export type DashboardContext = ListContext & {
  config: Pick<Config, "requestSeconds">;
  log: Record<"info" | "warn", (values: object, message: string) => void>;
};

export type DashboardRequest = TileRequest & {
  name: string;
  /** The ids of the tiles to read; undefined reads all. */
  tiles?: readonly string[] | undefined;
};

export type DashboardOptions = {
  /** Milliseconds after which a tile fails; the default leaves the request some time. */
  tileMs?: number;
  /** Replaces the reading of a tile. */
  read?: typeof readTile;
};

/** The share of the time of a request that a tile may take. */
const shareOfRequest = 0.6;

/**
 * Reads the tiles of a dashboard that the viewer may see, each with its own time. A tile
 * that fails has the code of its error and does not affect the others. Throws not_found for
 * a dashboard, or a tile by name, that the viewer may not see.
 */
export async function readDashboard(
  context: DashboardContext,
  findLists: FindLists,
  { name, tiles: ids, ...request }: DashboardRequest,
  {
    tileMs = shareOfRequest * 1_000 * context.config.requestSeconds,
    read = readTile,
  }: DashboardOptions = {},
): Promise<JsonText> {
  const { tiles } = visibleFor(context, name, request.viewer);
  const known = new Set(tiles.map(({ id }) => id));
  if (ids?.some((id) => !known.has(id))) throw failure("not_found");
  const wanted = tiles.filter(({ id }) => ids?.includes(id) ?? true);
  const readOne = async (tile: Tile): Promise<string> => {
    try {
      const task = () => read(context, findLists, tile, request);
      return tileJson(tile, await endWithin(tileMs, task));
    } catch (error) {
      const code = codeOf(error);
      // A busy server is no fault of the tile.
      const level = code === "internal" ? "warn" : "info";
      context.log[level](
        { err: error, dashboard: name, tile: tile.id },
        "a tile of a dashboard failed",
      );
      return JSON.stringify({
        id: tile.id,
        to: addressOf(context, tile),
        error: code,
      });
    }
  };
  const texts = await inPortions(wanted, readOne);
  return new JsonText(`{"success":true,"tiles":[${texts.join(",")}]}`);
}

/** Returns the same as an object, over declarations that do not act yet. */
export const draftedTiles = async (
  ...args: Parameters<typeof readDashboard>
): Promise<object> => (await readDashboard(...args)).parse();

/** Returns the dashboard cut to the viewer. Throws not_found. */
function visibleFor(
  context: DashboardContext,
  name: string,
  viewer: Viewer,
): Dashboard {
  const { workspace } = context;
  const declared = workspace.dashboards().find((each) => each.name === name);
  const visible = declared && cutDashboard(context, declared, viewer);
  if (!visible) throw failure("not_found");
  return visible;
}

/** A tile that failed still leads to its list. */
const addressOf = ({ workspace }: DashboardContext, { list }: Tile): string =>
  workspace.resource(list).route;

/** The code of a tile that took too long is that of a busy server. */
const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof Failure) return error.code;
  return isDatabaseUnavailable(error) ? "unavailable" : "internal";
};

function tileJson({ id }: Tile, { rows, ...values }: TileValues): string {
  const text = JSON.stringify({ id, ...values });
  return rows ? `${text.slice(0, -1)},"rows":[${rows.join(",")}]}` : text;
}
