import type { ComputedRule } from "../../../../domain/computed/rule";
import type { Random } from "../listing/support/randomLots";
import { pick } from "../listing/support/randomLots";

/** The rule of the computed field of these tests. */
export const rule: ComputedRule = {
  base: ["soldPrice", "startPrice"],
  steps: [
    {
      id: "size",
      table: "test-size",
      match: [
        { field: "model", is: "model" },
        { field: "maker", is: "maker" },
      ],
    },
    {
      id: "fee",
      table: "test-fee",
      match: [
        { field: "house", is: "auctionName" },
        { field: "level", is: "@level" },
      ],
      validFrom: "from",
      validUntil: "until",
      band: "atLeast",
      amount: "amount",
      percent: "percent",
    },
    {
      id: "road",
      table: "test-road",
      match: [
        { field: "house", is: "auctionName" },
        { field: "size", is: "size.size" },
        { field: "fuel", is: "fuel" },
      ],
      validFrom: "from",
      amount: "amount",
    },
    {
      id: "sea",
      table: "test-sea",
      match: [
        { field: "port", is: "road.port" },
        { field: "to", is: "@destination" },
        { field: "size", is: "size.size" },
      ],
      amount: "amount",
    },
    {
      id: "extra",
      table: "test-extra",
      match: [{ field: "to", is: "@destination" }],
      band: "atLeast",
      each: "kind",
      amount: "amount",
      percent: "percent",
    },
    {
      id: "discount",
      table: "test-discount",
      match: [{ field: "year", is: "year" }],
      amount: "amount",
      optional: true,
    },
  ],
};

/** Counts the rules of a place that a row breaks by its age. */
export const countRule: ComputedRule = {
  steps: [
    {
      id: "place",
      table: "test-sea",
      match: [{ field: "to", is: "@destination" }],
      where: { field: "port", filled: true },
      needed: true,
    },
    {
      id: "old",
      table: "test-limit",
      match: [{ field: "port", is: "place.port" }],
      where: { field: "kind", in: ["oldest"] },
      validFrom: "from",
      validUntil: "until",
      age: { of: "year", above: "months" },
      count: true,
    },
    {
      id: "young",
      table: "test-limit",
      match: [
        { field: "port", is: "place.port" },
        { field: "fuel", is: "fuel" },
      ],
      where: {
        all: [
          { field: "kind", is: "youngest" },
          { not: { field: "isMild", is: true } },
        ],
      },
      age: { of: "year", below: "months", later: 3 },
      count: true,
    },
  ],
};

type Data = Record<string, string | number | boolean | null>;

const maybe = <Value>(random: Random, value: Value): Value | null =>
  random(3) === 0 ? null : value;

const house = (random: Random) =>
  pick(random, ["USS Tokyo", "USS Nagoya", "TAA Kinki", "nowhere"]);
const size = (random: Random) => pick(random, ["small", "large"]);
const to = (random: Random) => pick(random, ["north", "south"]);
const price = (random: Random) => 1_000 * random(400);
const percent = (random: Random) => maybe(random, random(9_999) / 1_000);
const day = (random: Random) => `2026-1${String(random(3))}-18`;

/** Random records of each table. */
export const tables: Readonly<Record<string, (random: Random) => Data>> = {
  "test-size": (random) => ({
    model: maybe(
      random,
      pick(random, ["T-MODEL 0", "T-MODEL 1", "N-MODEL 2", "O-MODEL 3"]),
    ),
    maker: maybe(random, pick(random, ["TOYOTA", "NISSAN", "O'NEIL %_"])),
    size: maybe(random, size(random)),
  }),
  "test-fee": (random) => ({
    house: maybe(random, house(random)),
    level: random(4) === 0 ? pick(random, ["client", "vip"]) : null,
    from: maybe(random, day(random)),
    until: random(4) === 0 ? day(random) : null,
    atLeast: maybe(random, price(random)),
    amount: maybe(random, price(random)),
    percent: percent(random),
  }),
  "test-road": (random) => ({
    house: maybe(random, house(random)),
    size: maybe(random, size(random)),
    fuel: random(4) === 0 ? pick(random, ["petrol", "diesel"]) : null,
    from: day(random),
    port: maybe(random, pick(random, ["east", "west"])),
    amount: price(random),
  }),
  "test-sea": (random) => ({
    port: maybe(random, pick(random, ["east", "west"])),
    to: maybe(random, to(random)),
    size: maybe(random, size(random)),
    amount: maybe(random, price(random)),
  }),
  "test-extra": (random) => ({
    to: maybe(random, to(random)),
    kind: maybe(random, pick(random, ["a", "b", "c"])),
    atLeast: maybe(random, price(random)),
    amount: maybe(random, price(random)),
    percent: percent(random),
  }),
  "test-discount": (random) => ({
    year: maybe(random, 2010 + random(12)),
    amount: -1_000 * random(9),
  }),
  "test-limit": (random) => ({
    port: maybe(random, pick(random, ["east", "west"])),
    kind: pick(random, ["oldest", "youngest", "other"]),
    months: maybe(random, random(200)),
    fuel: random(4) === 0 ? pick(random, ["petrol", "diesel"]) : null,
    isMild: maybe(random, random(2) === 0),
    from: maybe(random, day(random)),
    until: random(4) === 0 ? day(random) : null,
  }),
};

type Stored = { id: string; data: Readonly<Record<string, unknown>> };
type Lot = Readonly<Record<string, unknown>>;

/** Returns a value of a record or a lot as text; an empty text for no value. */
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "";
const isEmpty = (value: unknown) => text(value) === "";
const same = (left: unknown, right: unknown) =>
  !isEmpty(left) && text(left) === text(right);

/** Returns the best record by comparing each with each, as the documentation says. */
function best(
  records: readonly Stored[],
  wanted: readonly (readonly [string, unknown])[],
): Stored | undefined {
  const points = ({ id, data }: Stored): readonly (number | string)[] => {
    const filled = wanted.filter(([name]) => !isEmpty(data[name]));
    return [
      filled.length,
      wanted.map(([name]) => (isEmpty(data[name]) ? "0" : "1")).join(""),
      Number(data.atLeast ?? 0),
      text(data.from),
      Number(id),
    ];
  };
  const isBetter = (left: Stored, right: Stored) => {
    const [a, b] = [points(left), points(right)];
    const place = a.findIndex((value, at) => value !== b[at]);
    return (a[place] ?? 0) > (b[place] ?? 0);
  };
  return records.find((record) =>
    records.every((other) => other === record || isBetter(record, other)),
  );
}

/**
 * Returns the sum of a lot by the documentation alone: for each table the records that
 * match, the best of them, and its amount.
 */
export function expectedSum(
  stored: ReadonlyMap<string, readonly Stored[]>,
  lot: Lot,
  reader: { level: string; destination: string | null },
  today: string,
): number | null {
  const base = lot.soldPrice ?? lot.startPrice ?? null;
  if (typeof base !== "number") return null;
  const find = (
    table: string,
    wanted: readonly (readonly [string, unknown])[],
    isUsed: (data: Stored["data"]) => boolean = () => true,
  ) =>
    best(
      (stored.get(table) ?? []).filter(
        ({ data }) =>
          isUsed(data) &&
          wanted.every(
            ([name, value]) => isEmpty(data[name]) || same(data[name], value),
          ) &&
          (isEmpty(data.from) || text(data.from) <= today) &&
          (isEmpty(data.until) || today <= text(data.until)) &&
          Number(data.atLeast ?? 0) <= base,
      ),
      wanted,
    )?.data;
  const has = (data: Stored["data"]) =>
    typeof data.amount === "number" || typeof data.percent === "number";
  const amountOf = (data: Stored["data"]) => {
    const share = BigInt(Math.round(Number(data.percent ?? 0) * 1_000));
    const part = (BigInt(base) * share * 2n + 100_000n) / 200_000n;
    return Number(data.amount ?? 0) + Number(part);
  };
  const size = find("test-size", [
    ["model", lot.model],
    ["maker", lot.maker],
  ])?.size;
  const fee = find(
    "test-fee",
    [
      ["house", lot.auctionName],
      ["level", reader.level],
    ],
    has,
  );
  const road = find("test-road", [
    ["house", lot.auctionName],
    ["size", size],
    ["fuel", lot.fuel],
  ]);
  const sea = find(
    "test-sea",
    [
      ["port", road?.port],
      ["to", reader.destination],
      ["size", size],
    ],
    has,
  );
  if (!fee || !road || !sea) return null;
  const extras = ["a", "b", "c", null].map((kind) =>
    find(
      "test-extra",
      [["to", reader.destination]],
      (data) => has(data) && (data.kind ?? null) === kind,
    ),
  );
  const discount = find("test-discount", [["year", lot.year]]);
  return [fee, road, sea, ...extras, discount].reduce(
    (sum, data) => sum + (data ? amountOf(data) : 0),
    base,
  );
}

/**
 * Returns the number of rules that a lot breaks by the documentation alone: a lot of each
 * month of its year breaks them.
 */
export function expectedCount(
  stored: ReadonlyMap<string, readonly Stored[]>,
  lot: Lot,
  { destination }: { destination: string | null },
  today: string,
): number | null {
  const places = (stored.get("test-sea") ?? []).filter(
    ({ data }) =>
      !isEmpty(data.port) && (isEmpty(data.to) || same(data.to, destination)),
  );
  const port = best(places, [["to", destination]])?.data.port;
  if (port === undefined) return null;
  const [thisYear = 0, thisMonth = 0] = today.split("-").map(Number);
  const { year } = lot;
  if (typeof year !== "number") return 0;
  const ages = Array.from(
    { length: 12 },
    (_, month) => (thisYear - year) * 12 + thisMonth - 1 - month,
  );
  const broken = (stored.get("test-limit") ?? []).filter(({ data }) => {
    const { kind, months, isMild } = data;
    if (typeof months !== "number") return false;
    if (!isEmpty(data.port) && !same(data.port, port)) return false;
    if (kind === "oldest")
      return (
        (isEmpty(data.from) || text(data.from) <= today) &&
        (isEmpty(data.until) || today <= text(data.until)) &&
        ages.every((age) => Math.max(0, age) > months)
      );
    return (
      kind === "youngest" &&
      isMild !== true &&
      (isEmpty(data.fuel) || same(data.fuel, lot.fuel)) &&
      ages.every((age) => age + 3 < months)
    );
  });
  return broken.length;
}
