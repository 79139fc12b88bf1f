import { addDays } from "../../../../../domain/japanTime";
import type { NeutralLot } from "../../../../../server/catalog";
import { runSeed } from "../../../../support/runSeed";

/** Whole numbers from 0 up to, not including, `below`. */
export type Random = (below: number) => number;

/** Returns one sequence for each stream and each `SEED` of the run. */
export function seeded(stream: number): Random {
  let state = (runSeed + Math.imul(stream, 0x9e3779b1)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const pick = <Value>(
  random: Random,
  values: readonly Value[],
): Value => {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error("Nothing to pick from");
  return value;
};

export const monday = "2026-11-16";
const makers = ["TOYOTA", "NISSAN", "HONDA", "MAZDA", "O'NEIL %_"];
const houses = ["USS Tokyo", "USS Nagoya", "TAA Kinki", "JU Gifu"];
const grades = ["S", "5", "4.5", "4", "3.5", "RA", "R", "***", "ZZ"];
const colors = ["PEARL", "BLACK", "W", "BLUE"];
const gearboxes = ["FAT", "F5", "CVT"];
const fuels = ["petrol", "diesel", "electric"];
const equipment = ["AC", "NAVI", "SR", "LEATHER", "ABS", "Navigation"];
const features = ["tow bar", "roof box", "winch"];
const statuses = [4531, 4532, 4532, 4532, 4533, 4535, 4537, 4538];

const notes = [
  "1 owner",
  "A_1 repaired",
  "a_b",
  "2% water",
  "\\\\ back",
  "zebra",
];
/** Values from before a field changed its type. */
const leftovers = [
  "soon",
  "7",
  7,
  1.5,
  true,
  "summer",
  "2026-11-18",
  "2026-11-18T23:30:00Z",
  "20261118",
  ["tow bar", 7, null],
  { a: "tow bar" },
  "",
];

/** A lot with gaps, ties and odd values, as feeds have them. */
function randomLot(random: Random, index: number): NeutralLot {
  const rarely = <Value>(value: Value) => (random(8) === 0 ? null : value);
  const maker = pick(random, makers);
  const old = <Value>(value: Value) =>
    random(6) === 0 ? pick(random, leftovers) : rarely(value);
  const day = addDays(monday, random(9));
  const time = `${String(9 + random(8)).padStart(2, "0")}:${pick(random, ["00", "30"])}`;
  const fields: Record<string, unknown> = {
    lotNo: `${pick(random, ["1", "2", "A", "a_"])}${String(random(400))}`,
    auctionDate: rarely(`${day}T${time}:00+09:00`),
    auctionName: rarely(pick(random, houses)),
    maker,
    model: rarely(`${maker.slice(0, 1)}-MODEL ${String(random(4))}`),
    chassis: rarely(`${pick(random, ["GX", "ZN", "E%"])}${String(random(12))}`),
    condition: rarely(pick(random, grades)),
    color: rarely(pick(random, colors)),
    gearbox: rarely(pick(random, gearboxes)),
    year: rarely(2010 + random(12)),
    engine: rarely(660 + 100 * random(20)),
    mileage: rarely(1000 * random(120)),
    startPrice: rarely(5000 * random(60)),
    status: pick(random, statuses),
    equip: rarely(`${pick(random, equipment)} ${pick(random, equipment)}`),
    images: [],
    fuel: rarely(pick(random, fuels)),
    horsePower: rarely(50 + 10 * random(30)),
    leftHandDrive: pick(random, [true, false, null]),
    registered: old(addDays("2015-01-01", random(30))),
    inspected: old(`${addDays(monday, random(9))}T0${random(10)}:30:00+09:00`),
    features: old(
      Array.from({ length: random(3) }, () => pick(random, features)),
    ),
    note: old(pick(random, notes)),
    owners: old(random(5)),
    pressure: old(random(40) / 10),
    isChecked: old(random(2) === 0),
    tyres: old(pick(random, ["summer", "winter"])),
    doors: old(2 + random(4)),
    gears: old(pick(random, ["auto", 5, 6])),
  };
  return {
    source: "test",
    sourceId: String(index),
    rowHash: JSON.stringify(fields),
    fields,
  };
}

export const randomLots = (random: Random, count: number): NeutralLot[] =>
  Array.from({ length: count }, (_, index) => randomLot(random, index));
