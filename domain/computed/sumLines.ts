/**
 * An amount to add to a beginning of at least `band`: a fixed amount, a share in thousandths
 * of a percent, or both.
 */
export type Rate = {
  /** The id of the record. */
  id: string;
  band: number;
  amount: number | null;
  milliPercent: number | null;
  /** The first day on which the record is valid, in Japan. */
  validFrom: string | null;
};

/** One step of a sum for one row. The first rate whose band is reached counts. */
export type SumLine = {
  step: string;
  /** The row schema of the records. */
  table: string;
  /** The value of the `each` field, if the step adds a record for each value. */
  each?: string;
  isOptional: boolean;
  rates: readonly Rate[];
};

/** A line with its rate for one beginning, and its amount; null if it is unknown. */
export type AddedLine = Omit<SumLine, "rates"> & {
  rate: Rate | null;
  amount: number | null;
};

const milliPercents = 100_000;

/** Returns a share of a number in thousandths of a percent, rounded half up. */
const shareOf = (base: number, milliPercent: number): number =>
  Math.floor((base * milliPercent + milliPercents / 2) / milliPercents);

const amountOf = ({ amount, milliPercent }: Rate, base: number): number =>
  (amount ?? 0) + (milliPercent === null ? 0 : shareOf(base, milliPercent));

const rateFor = ({ rates }: SumLine, base: number): Rate | undefined => {
  for (const rate of rates) if (rate.band <= base) return rate;
  return undefined;
};

function lineAmount(line: SumLine, base: number): number | null {
  const rate = rateFor(line, base);
  if (rate) return amountOf(rate, base);
  return line.isOptional ? 0 : null;
}

/** Returns the sum of the amounts of lines; null if the amount of any is unknown. */
export function amountsOf(
  lines: readonly SumLine[],
  base: number,
): number | null {
  let sum = 0;
  for (const line of lines) {
    const amount = lineAmount(line, base);
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

/**
 * Returns the sum of a beginning and its lines; null if the amount of any line is unknown.
 * All amounts are whole numbers.
 */
export function totalOf(
  lines: readonly SumLine[],
  base: number,
): number | null {
  const amounts = amountsOf(lines, base);
  return amounts === null ? null : base + amounts;
}

/** Returns each line with its amount. Optional lines without a rate are left out. */
export const addLines = (
  lines: readonly SumLine[],
  base: number,
): AddedLine[] =>
  lines.flatMap(({ rates, ...line }) => {
    const rate = rateFor({ ...line, rates }, base) ?? null;
    const amount = lineAmount({ ...line, rates }, base);
    return rate === null && line.isOptional ? [] : [{ ...line, rate, amount }];
  });

/** Higher beginnings are not tried, so that the search ends at once. */
const highestBeginning = 1_000_000_000;

/**
 * Returns the highest beginning, a multiple of `step`, whose sum is at most `limit`; null
 * if no beginning fits. Sums need not rise with the beginning, because rates may fall from one
 * band to the next.
 */
export function highestWithin(
  lines: readonly SumLine[],
  { limit, step }: { limit: number; step: number },
): number | null {
  if (lines.some(({ rates, isOptional }) => !isOptional && rates.length === 0))
    return null;
  const most = Math.min(limit, highestBeginning);
  for (let base = Math.floor(most / step) * step; base > 0; base -= step) {
    const total = totalOf(lines, base);
    if (total !== null && total <= limit) return base;
  }
  return null;
}
