/** The properties by which two vehicles are compared; null is unknown. */
export type ComparedLot = {
  /** The variant of the model: the chassis code of a car, the displacement of a bike. */
  variant: number | string | null;
  /** The trim, such as `HYBRID G`. */
  trim: string | null;
  year: number | null;
  /** Kilometres. */
  mileage: number | null;
  /** The rank of the auction grade, 1 for the best. */
  rank: number | null;
};

export type PastSale = ComparedLot & {
  id: string;
  /** Yen. */
  price: number;
  /** Days since the sale. */
  age: number;
};

/** How far a sale may be from the lot. */
export type Nearness = {
  name: "near" | "wider" | "wide" | "model";
  years: number;
  /** Share of the lot's mileage, at least `kilometres`. */
  mileage: number;
  kilometres: number;
  /** Steps of the auction grade. */
  ranks: number;
  /** How much of the words of both trims is common, 0 to 1. */
  trim: number;
  days: number;
  isAnyVariant: boolean;
};

/** From the nearest sales to the widest; each step includes the one before. */
export const widening = [
  {
    name: "near",
    years: 1,
    mileage: 0.25,
    kilometres: 15_000,
    ranks: 1,
    trim: 0.6,
    days: 90,
    isAnyVariant: false,
  },
  {
    name: "wider",
    years: 2,
    mileage: 0.5,
    kilometres: 30_000,
    ranks: 2,
    trim: 0.3,
    days: 180,
    isAnyVariant: false,
  },
  {
    name: "wide",
    years: 3,
    mileage: 1,
    kilometres: 60_000,
    ranks: 3,
    trim: 0,
    days: 365,
    isAnyVariant: false,
  },
  {
    name: "model",
    years: 3,
    mileage: 1,
    kilometres: 60_000,
    ranks: 3,
    trim: 0,
    days: 365,
    isAnyVariant: true,
  },
] as const satisfies readonly Nearness[];

/** Below this number of sales the search is widened. */
const enoughSales = 8;
/** With fewer sales there is no range. */
const fewestSales = 3;
const mostSales = 100;
const fewestForOutliers = 5;
/** Distances from the median in units of the median absolute deviation. */
const outlierDistance = 3.5;
/** Makes the median absolute deviation comparable with a standard deviation. */
const deviationFactor = 1.4826;
/** Prices of equal sales must not make every other price an outlier. */
const smallestDeviation = 0.04;
/** Yen to which ranges are rounded. */
const rounding = 1_000;

export type ComparedSale<Sale extends PastSale = PastSale> = Sale & {
  isOutlier: boolean;
  weight: number;
};

export type Comparables<Sale extends PastSale = PastSale> = {
  /** The step that gave the sales. */
  nearness: Nearness;
  /** The nearest sales first, at most 100, with the outliers. */
  sales: ComparedSale<Sale>[];
  /** Yen: a quarter of the sales by weight are below `low`, a quarter above `high`. */
  range: { low: number; middle: number; high: number } | null;
};

/**
 * Returns the sales that are comparable with a lot, and their range without
 * outliers. The steps of `widening` are taken until there are enough sales. The
 * range is null for fewer than three sales.
 */
export function compareSales<Sale extends PastSale>(
  lot: ComparedLot,
  sales: readonly Sale[],
): Comparables<Sale> {
  let nearness: Nearness = widening[0];
  let near: Sale[] = [];
  for (nearness of widening) {
    near = sales.filter((sale) => isNear(lot, sale, nearness));
    if (near.length >= enoughSales) break;
  }
  const weighed = near
    .map((sale) => ({ ...sale, weight: weightOf(lot, sale) }))
    .toSorted((a, b) => b.weight - a.weight || a.age - b.age)
    .slice(0, mostSales);
  const isOutlier = outliersAmong(weighed);
  const marked = weighed.map((sale) => ({
    ...sale,
    isOutlier: isOutlier(sale),
  }));
  return { nearness, sales: marked, range: rangeOf(marked) };
}

/**
 * Returns how many of these sold prices a maximum is above, in yen. An equal
 * maximum would have met another bid of the same amount.
 */
export const wonAt = (maximum: number, prices: readonly number[]): number =>
  prices.filter((price) => price < maximum).length;

/** Returns whether a sale is near enough. Unknown values of the lot are not compared. */
export function isNear(
  lot: ComparedLot,
  sale: PastSale,
  nearness: Nearness,
): boolean {
  const isWide = nearness.trim === 0;
  const isWithin = (own: number | null, other: number | null, most: number) =>
    own === null || (other === null ? isWide : Math.abs(own - other) <= most);
  const kilometres = Math.max(
    nearness.kilometres,
    nearness.mileage * (lot.mileage ?? 0),
  );
  return (
    (nearness.isAnyVariant ||
      lot.variant === null ||
      lot.variant === sale.variant) &&
    sale.age >= 0 &&
    sale.age <= nearness.days &&
    isWithin(lot.year, sale.year, nearness.years) &&
    isWithin(lot.mileage, sale.mileage, kilometres) &&
    isWithin(lot.rank, sale.rank, nearness.ranks) &&
    commonTrim(lot.trim, sale.trim) >= nearness.trim
  );
}

/** Returns the words of a trim in lower case. */
const wordsOf = (trim: string | null): Set<string> =>
  new Set(trim?.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/**
 * Returns how much of the words of two trims is common: 1 if all words are, also
 * if the first trim is unknown, and 0 if no word is.
 */
export function commonTrim(own: string | null, other: string | null): number {
  const [left, right] = [wordsOf(own), wordsOf(other)];
  if (left.size === 0) return 1;
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / (left.size + right.size);
}

/** Returns the weight of a sale: 1 for an equal car today, less for each difference. */
function weightOf(lot: ComparedLot, sale: PastSale): number {
  const apart = (own: number | null, other: number | null, unit: number) =>
    own === null || other === null ? 1 : Math.abs(own - other) / unit;
  return (
    (lot.variant === sale.variant ? 1 : 0.5) *
    (0.5 + 0.5 * commonTrim(lot.trim, sale.trim)) *
    0.5 ** (sale.age / 180) *
    (1 / (1 + apart(lot.year, sale.year, 1))) *
    (1 / (1 + apart(lot.mileage, sale.mileage, 20_000))) *
    (1 / (1 + apart(lot.rank, sale.rank, 1)))
  );
}

type Weighed = { value: number; weight: number };

/** Returns the lowest value that, with all lower ones, has this share of the weight. */
function quantile(values: readonly Weighed[], share: number): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let weight = 0;
  const found = sorted.find((entry) => {
    weight += entry.weight;
    return weight >= share * total;
  });
  return (found ?? sorted.at(-1))?.value ?? 0;
}

type PricedSale = Pick<ComparedSale, "price" | "weight">;

/**
 * Returns a function that tells the outliers among sales: those whose ratio to
 * the median price is far beyond the median ratio, as the median absolute
 * deviation of the logarithms measures it.
 */
export function outliersAmong(
  sales: readonly PricedSale[],
): (sale: Pick<PricedSale, "price">) => boolean {
  if (sales.length < fewestForOutliers) return () => false;
  const logs = sales.map(({ price, weight }) => ({
    value: Math.log(price),
    weight,
  }));
  const median = quantile(logs, 0.5);
  const deviations = logs.map(({ value, weight }) => ({
    value: Math.abs(value - median),
    weight,
  }));
  const deviation = deviationFactor * quantile(deviations, 0.5);
  const most = outlierDistance * Math.max(deviation, smallestDeviation);
  return ({ price }) => Math.abs(Math.log(price) - median) > most;
}

function rangeOf(sales: readonly ComparedSale[]): Comparables["range"] {
  const inside = sales
    .filter(({ isOutlier }) => !isOutlier)
    .map(({ price, weight }) => ({ value: price, weight }));
  if (inside.length < fewestSales) return null;
  const at = (share: number) =>
    Math.round(quantile(inside, share) / rounding) * rounding;
  return { low: at(0.25), middle: at(0.5), high: at(0.75) };
}
