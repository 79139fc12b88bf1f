import { isAllowed } from "../../domain/access";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { countChangedLots } from "./lotQueries";

/**
 * What viewers are told of lots: of each area that a list shows them, how many
 * came in and how many changed.
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
        pageType ? [{ pageType, access }] : [],
      );
    const areas = [...new Set(lists.map(({ pageType }) => pageType))];
    if (areas.length === 0) return () => [];
    const counts = await countChangedLots(database.kysely, { ...range, areas });
    return (viewer) => {
      const areas = counts.filter(({ area }) =>
        lists.some(
          ({ pageType, access }) =>
            pageType === area && isAllowed(access, viewer),
        ),
      );
      return areas.length > 0 ? [{ name: "lots", data: { areas } }] : [];
    };
  };
