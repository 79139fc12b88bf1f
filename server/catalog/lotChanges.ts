import { isAllowed } from "../../domain/access";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { findChangedLots } from "./lotQueries";

/** Above this number of changed lots an event names the area only. */
const mostLotIds = 1_000;

/**
 * Makes the live topic of lots: for each area that a list shows to the viewer,
 * the number of added lots and the changed lots.
 */
export const lotChanges =
  ({
    database,
    workspace,
  }: Pick<Context, "database" | "workspace">): LiveTopic =>
  async (range) => {
    const lists = workspace
      .resources()
      .flatMap(({ pageType, access }) =>
        pageType ? [{ area: pageType, access }] : [],
      );
    const areas = [...new Set(lists.map(({ area }) => area))];
    if (areas.length === 0) return () => [];
    const changes = await findChangedLots(database.kysely, {
      ...range,
      areas,
      most: mostLotIds,
    });
    return (viewer) => {
      const visibleAreas = new Set<string>(
        lists
          .filter(({ access }) => isAllowed(access, viewer))
          .map(({ area }) => area),
      );
      const areas = changes.filter(({ area }) => visibleAreas.has(area));
      return areas.length > 0 ? [{ name: "lots", data: { areas } }] : [];
    };
  };
