import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import { gradeRank } from "../../../domain/auctionGrade";
import { japanDay } from "../../../domain/japanTime";
import {
  type Likeness,
  likenessOf,
  mileageDrops,
  mostGuessedKilometres,
  type Sighting,
  wholeSerial,
} from "../../../domain/passport";
import type { PassportReply } from "../../../generated/schemas";
import type { Database } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { ReadCatalog } from "../catalog";
import { findLot } from "../lotQueries";
import { earlierResults } from "../lotResults";
import type { LotArea } from "../lotSource";
import {
  lotHistories,
  type LotHistory,
  readShownLots,
  type ShownLot,
  storedNumbers,
} from "./lotHistory";

const shownFields = [
  "lotNo",
  "auctionDate",
  "auctionName",
  "condition",
  "mileage",
  "startPrice",
  "soldPrice",
  "status",
  "images",
];
const comparedFields = [
  "auctionDate",
  "serial",
  "grade",
  "year",
  "color",
  "mileage",
  "condition",
];

/**
 * Returns the earlier auctions of a car, as far as the viewer's lists show them,
 * where its mileage went down, and the earlier results of the lot itself. Only fields
 * that the viewer may see are compared. Throws not_found for a lot that no list shows the viewer.
 */
export async function readPassport(
  reads: ReadCatalog,
  { viewer, id, area }: { viewer: Viewer; id: string; area: LotArea },
): Promise<PassportReply> {
  const { kysely } = reads.context.database;
  const history = lotHistories(reads.context).find(({ coming, past }) =>
    [coming, past].includes(area),
  );
  if (!history) throw failure("not_found");
  const sameFields = history.same.map(({ field }) => field);
  const read = (place: LotArea, ids: readonly string[]) =>
    readShownLots(reads, {
      area: place,
      viewer,
      ids,
      fields: [...new Set([...comparedFields, ...sameFields, ...shownFields])],
    });
  const [lot] = await read(area, [id]);
  const stored = lot && (await findLot(kysely, area, id));
  if (!lot || !stored) throw failure("not_found");
  const results = await earlierResults(kysely, { id, row: lot });
  const car = sightingOf(lot);
  const same = storedNumbers(stored, history.same);
  if (!car || !same || !sameFields.every((field) => field in lot))
    return { success: true, sightings: [], drops: [], results };
  const seen = await findSeenLots(reads.context.database, {
    history,
    same,
    serial: wholeSerial(car.serial),
    year: "year" in lot ? stored.year : null,
    colorId: "color" in lot ? stored.color_id : null,
    mileage: car.mileage,
  });
  const found = await Promise.all(
    [history.coming, history.past].map(async (place) => {
      const ids = seen.flatMap((row) => (row.area === place ? [row.id] : []));
      const rows = await read(place, ids);
      return rows.map((row) => ({ row, place }));
    }),
  );
  const sightings = found
    .flat()
    .flatMap(({ row, place }) => {
      const sighting = sightingOf(row);
      const likeness = sighting && likenessOf(car, sighting);
      return likeness ? [{ row, place, sighting, likeness }] : [];
    })
    .toSorted((a, b) => b.sighting.day.localeCompare(a.sighting.day));
  return {
    success: true,
    sightings: sightings.map(({ row, place, likeness }) =>
      describe(row, { lotType: place, likeness }),
    ),
    drops: mileageDrops([
      car,
      ...sightings
        .filter(({ likeness }) => likeness === "same")
        .map(({ sighting }) => sighting),
    ]),
    results,
  };
}

/** Returns the visible properties of a lot; null for a lot without a day. */
function sightingOf(lot: ShownLot): Sighting | null {
  const { id, auctionDate, serial, grade, mileage, condition } = lot;
  if (typeof auctionDate !== "string") return null;
  return {
    id,
    day: japanDay(new Date(auctionDate)),
    serial: typeof serial === "string" ? serial : null,
    trim: typeof grade === "string" ? grade : null,
    mileage: typeof mileage === "number" ? mileage : null,
    rank: typeof condition === "string" ? gradeRank(condition) : null,
  };
}

const describe = (
  row: ShownLot,
  found: { lotType: LotArea; likeness: Likeness },
) => ({
  ...Object.fromEntries(
    Object.entries(row).filter(([name]) => shownFields.includes(name)),
  ),
  id: row.id,
  ...found,
});

/** The latest lots that may be of one car; it bounds the work. */
const mostLots = 40;

type SeenQuery = {
  history: LotHistory;
  /** The stored lot; null for a property that the viewer may not see. */
  same: readonly number[];
  serial: string | null;
  year: number | null;
  colorId: number | null;
  mileage: number | null;
};

/**
 * Returns the places of lots that may be of the same car: lots with the same
 * chassis number, then lots that are alike, each with the latest first.
 */
export async function findSeenLots(
  { kysely }: Pick<Database, "kysely">,
  query: SeenQuery,
): Promise<{ id: string; area: LotArea }[]> {
  const { history, same, serial, year, colorId, mileage } = query;
  const equal = history.same.map(
    ({ column }, index) => sql`${sql.ref(column)} = ${same[index]}`,
  );
  const within = sql.join(
    [
      sql`area in (${history.coming}, ${history.past})`,
      ...equal,
      ...(history.hasChassis ? [] : [sql`chassis_id is null`]),
    ],
    sql` and `,
  );
  const numbered =
    serial === null
      ? sql`false`
      : sql`${within} and extra->>'serial' = ${serial}`;
  const alike =
    year === null || colorId === null || mileage === null
      ? sql`false`
      : sql`${within} and year = ${year} and color_id = ${colorId}
          and mileage between ${mileage - mostGuessedKilometres}
            and ${mileage + mostGuessedKilometres}`;
  const { rows } = await sql<{ id: string; area: LotArea }>`
    select id::text, area from (
      (select id, area, auction_at, 0 as rank from lots where ${numbered}
        order by auction_at desc nulls last limit ${sql.lit(mostLots)})
      union all
      (select id, area, auction_at, 1 as rank from lots where ${alike}
        order by auction_at desc nulls last limit ${sql.lit(mostLots)})
    ) as seen
    group by id, area
    order by min(rank), max(auction_at) desc nulls last, id`.execute(kysely);
  return rows;
}
