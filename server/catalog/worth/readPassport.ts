import type { Viewer } from "../../../domain/access";
import { conditionRank } from "../../../domain/condition";
import { japanDay } from "../../../domain/japanTime";
import {
  likenessOf,
  mileageDrops,
  wholeSerial,
  type Likeness,
  type Sighting,
} from "../../../domain/passport";
import type { PassportReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import type { ReadCatalog } from "../catalog";
import type { LotArea } from "../lotSource";
import { findLot } from "../lotQueries";
import { lotHistories, storedNumbers } from "./lotHistory";
import { findSeenLots } from "./passportQueries";
import { readShownLots, type ShownLot } from "./shownLots";

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
 * and where its mileage went down. Only fields that the viewer may see are
 * compared. Throws not_found for a lot that no list shows the viewer.
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
  const car = sightingOf(lot);
  const same = storedNumbers(stored, history.same);
  if (!car || !same || !sameFields.every((field) => field in lot))
    return { success: true, sightings: [], drops: [] };
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
    rank: typeof condition === "string" ? conditionRank(condition) : null,
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
