import type { FeedRow } from "../../server/demo/demoData";
import { bikeHouses, houses, makers, models } from "./facts";
import rates from "./facts/rates.json";

const { validFrom } = rates;
/** The usual yards by port of loading. */
const yards: Partial<Record<string, string>> = rates.yards;
/** The day on which the sources of the rules were read. */
const checkedOn = "2026-11-20";

/** Returns the demo's tables of rates by row schema. */
export const rateRecords = (): Readonly<
  Record<string, readonly FeedRow[]>
> => ({
  ...Object.fromEntries(
    Object.entries<readonly FeedRow[]>(rates.records).map(([row, rows]) => [
      row,
      rows.map((data) => ({
        validFrom,
        ...(row === "country-rule" && { checkedOn }),
        ...data,
      })),
    ]),
  ),
  freight: rates.routes.flatMap(freightOf),
  "inland-rate": inlandRates(),
  "auction-fee": auctionFees(),
  "vehicle-size": sizes(),
});

type Route = Omit<(typeof rates.routes)[number], "line" | "ports"> & {
  line?: string;
  /** The price of a sedan in yen by port of loading, the usual port first. */
  ports: Partial<Record<string, number>>;
};

const freightOf = ({ ports, ...route }: Route): FeedRow[] =>
  Object.entries(ports).flatMap(([loadingPort, sedan = 0]) =>
    Object.entries({ ...rates.classes, motorcycle: rates.motorcycle }).map(
      ([sizeClass, factor]) => ({
        ...route,
        loadingPort,
        sizeClass,
        price: Math.round((sedan * factor) / 1000) * 1000,
        validFrom,
      }),
    ),
  );

/** Every house but the unknown ones has a rate; large cars of USS cost more. */
function inlandRates(): FeedRow[] {
  const { unknown, portOf, large, near } = rates.inland;
  return [...houses, ...bikeHouses]
    .filter(({ name }) => !unknown.includes(name))
    .flatMap(({ name: house, port, inlandFeeJpy: fee, isUss, prefecture }) => {
      const loadingPort = portOf[port as keyof typeof portOf];
      const yard = yards[loadingPort] ?? null;
      const way = { house, loadingPort, yard, validFrom };
      const { prefectures, ...other } = near;
      return [
        { ...way, fee },
        ...(isUss ? [{ ...way, sizeClass: "large", fee: fee + large }] : []),
        ...(prefectures.includes(prefecture)
          ? [{ ...other, house, validFrom }]
          : []),
      ];
    });
}

function auctionFees(): FeedRow[] {
  const { everywhere, USS, bikes } = rates.auctionFees;
  const bandsOf = (house: string | null, bands: number[][]) =>
    bands.map(([fromPrice, fee]) => ({ house, fromPrice, fee, validFrom }));
  return [
    ...bandsOf(null, everywhere),
    ...houses
      .filter(({ isUss }) => isUss)
      .flatMap(({ name }) => bandsOf(name, USS)),
    ...bikeHouses.flatMap(({ name }) => bandsOf(name, bikes)),
  ];
}

/** Only the models of common makers have sizes. All bikes have one. */
function sizes(): FeedRow[] {
  const { leastWeight, classOf } = rates.sizes;
  const common = new Set(
    makers.flatMap(({ name, weight }) => (weight >= leastWeight ? name : [])),
  );
  const cars = models
    .filter(({ maker }) => common.has(maker))
    .flatMap(({ maker, name: model, body }) => {
      const [sizeClass, m3] = classOf[body as keyof typeof classOf];
      return { maker, model, sizeClass, m3 };
    });
  return [...cars, { sizeClass: "motorcycle" }];
}
