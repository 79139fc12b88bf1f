import { isAllowed } from "../../domain/access";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { whereCondition } from "../workspace/listing";
import { findChangedLots } from "./lotQueries";
import { lotSource } from "./lotSource";

/** Above this number of changed lots an event names the area only. */
const mostLotIds = 1_000;

/**
 * Makes the live topic of lots. An event has one entry for each area with
 * changes, for viewers of a list without a fixed condition, and one for each
 * list with a condition, which counts and names the lots of that list only.
 */
export const lotChanges =
  ({
    database: { kysely },
    workspace,
    schemas,
  }: Pick<Context, "database" | "workspace" | "schemas">): LiveTopic =>
  async (range) => {
    const lists = workspace
      .resources()
      .flatMap(({ pageType: area, ...list }) =>
        area ? [{ area, ...list }] : [],
      );
    const areas = [...new Set(lists.map(({ area }) => area))];
    if (areas.length === 0) return () => [];
    const options = { ...range, most: mostLotIds };
    const changes = await findChangedLots(kysely, { ...options, areas });
    const narrowed = await Promise.all(
      lists.map(async ({ area, name, row, where, access }) => {
        const whole = changes.find((change) => change.area === area);
        if (!where || !whole) return { access, entry: whole };
        const [found] = await findChangedLots(kysely, {
          ...options,
          areas: [area],
          condition: whereCondition(lotSource, schemas.row(row), where),
        });
        const none = { area, added: 0, changed: 0, lotIds: [] };
        return { access, entry: { ...(found ?? none), list: name } };
      }),
    );
    return (viewer) => {
      const visible = narrowed.flatMap(({ access, entry }) =>
        entry && isAllowed(access, viewer) ? [entry] : [],
      );
      const data = { areas: [...new Set(visible)] };
      return visible.length > 0 ? [{ name: "lots", data }] : [];
    };
  };
