import { sql, type SqlBool } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import {
  conditionsKey,
  fixedConditions,
  possibleConditions,
  type FixedCondition,
} from "../../domain/listing/fixedConditions";
import type { Conditions } from "../../domain/condition/condition";
import {
  findBuried,
  type ChangeRange,
  type Tombstone,
} from "../platform/changes";
import type { LiveTopic, News } from "../platform/live";
import type { Context } from "../workspace/context";
import { whereConditions } from "../workspace/listing";
import { changedLots } from "./lotKinds";
import { findChangedLots, type ChangedLots } from "./lotQueries";
import { lotSource, lotSourceOf } from "./lotSource";
import { findRunningImports } from "./runningImports";

/** Above this number of changed lots an event names the area only. */
const mostLotIds = 1_000;
/** Above this number of added, changed or removed lots browsers reload their lists. */
const mostLots = 100_000;

/**
 * Makes the live news of lots. An event has one entry for each area with
 * changes, for viewers of a list without a fixed condition, and one for each
 * list with conditions, which counts and names the lots that meet them. An entry also
 * has the progress of an import into its area.
 */
export const lotNews = (context: NewsContext): LiveTopic => ({
  reads: { lots: [changedLots] },
  read: (range) => readLotNews(context, range),
});

type NewsContext = Pick<
  Context,
  "database" | "workspace" | "schemas" | "clock"
>;

async function readLotNews(
  context: NewsContext,
  range: ChangeRange,
): Promise<News | null> {
  const { database, workspace, schemas, clock } = context;
  const { kysely } = database;
  const lists = workspace
    .resources()
    .flatMap(({ pageType: area, ...list }) =>
      area ? [{ area, ...list }] : [],
    );
  const areas = [...new Set(lists.map(({ area }) => area))];
  if (areas.length === 0) return {};
  const now = clock.now();
  const options = { ...range, most: mostLotIds, mostRead: mostLots };
  const [written, buried, imports] = await Promise.all([
    findChangedLots(kysely, { ...options, areas }),
    findBuried(kysely, "lots", { ...range, most: mostLots + 1 }),
    findRunningImports(context),
  ]);
  if (!written || buried.length > mostLots) return null;
  const changes = areas
    .flatMap((area) => withBuried(area, written, buried))
    .map((change) => ({ ...change, importing: imports.get(change.area) }));
  const narrowed = await Promise.all(
    lists.map(async ({ area, name, row, where, access }) => {
      const whole = changes.find((change) => change.area === area);
      if (!whole) return [];
      const hasBuried = buried.some(({ place }) => place === area);
      // Of lists that depend on the viewer's id only the change is known.
      const changedList = { area, added: 0, changed: 1, list: name };
      const read = async (conditions: readonly FixedCondition[]) => {
        if (conditions.length === 0) return whole;
        const source = lotSourceOf(row) ?? lotSource;
        const met = whereConditions(source, schemas.row(row), conditions);
        const none = { area, added: 0, changed: 0, lotIds: [] };
        const tooMany = { ...none, changed: mostLots, lotIds: undefined };
        const condition = sql<SqlBool>`${sql.join(met, sql` and `)}`;
        const narrower = { ...options, areas: [area], condition };
        const [found = none] = (await findChangedLots(kysely, narrower)) ?? [
          tooMany,
        ];
        // Lots that left the area may have been in the list.
        const lotIds = hasBuried ? undefined : found.lotIds;
        const { importing } = whole;
        return { ...found, importing, lotIds, list: name };
      };
      const entryFor = await readByViewers(where, now, {
        read,
        otherwise: {
          ...changedList,
          importing: whole.importing,
          lotIds: undefined,
        },
      });
      return [{ access, entryFor }];
    }),
  );
  return {
    byRights: (viewer) => {
      const visible = narrowed
        .flat()
        .filter(({ access }) => isAllowed(access, viewer))
        .map(({ entryFor }) => entryFor(viewer));
      const data = { areas: [...new Set(visible)] };
      return visible.length > 0 ? [{ name: "lots", data }] : [];
    },
  };
}

/**
 * Reads once for each group of viewers who have the same fixed conditions, and
 * returns a function that finds the result of a viewer: `otherwise` if the conditions
 * depend on the viewer's id. Live news is read this way, because it goes to many viewers
 * at once.
 */
async function readByViewers<Result>(
  where: Conditions | undefined,
  now: Date,
  {
    read,
    otherwise,
  }: {
    read: (conditions: readonly FixedCondition[]) => Promise<Result>;
    otherwise: Result;
  },
): Promise<(viewer: Viewer) => Result> {
  const results = new Map(
    await Promise.all(
      possibleConditions(where, now).map(
        async (conditions): Promise<[string, Result]> => [
          conditionsKey(conditions),
          await read(conditions),
        ],
      ),
    ),
  );
  return (viewer) => {
    const key = conditionsKey(fixedConditions(where, { viewer, now }));
    return results.get(key) ?? otherwise;
  };
}

/** Counts the lots that left an area as changed, so that its lists are read again. */
function withBuried(
  area: string,
  written: readonly ChangedLots[],
  buried: readonly Tombstone[],
): ChangedLots[] {
  const found = written.find((change) => change.area === area);
  const gone = buried.filter(({ place }) => place === area).map(({ id }) => id);
  if (gone.length === 0) return found ? [found] : [];
  const { added = 0, changed = 0, lotIds = [] } = found ?? {};
  const isListed = !found || found.lotIds !== undefined;
  const all = [...lotIds, ...gone];
  return [
    {
      area,
      added,
      changed: changed + gone.length,
      lotIds: isListed && all.length <= mostLotIds ? all : undefined,
    },
  ];
}
