/** The parts of a country's rule that a car can be compared with. */
export type ComparedRule = {
  kind?: string;
  measuredAt?: string | null;
  months?: number | null;
  steering?: string | null;
  horsePower?: number | null;
};

/** A ship takes at most this time, in months, so that the car is older when it arrives. */
const longestVoyage = 3;

/**
 * Returns what the data of a car say about a rule: `conflict` if the car cannot meet it,
 * `check` if the data do not decide, and null for a rule that the car meets or that is the
 * same for all cars. Only the year of the car is known, so its age has a range. The steering side
 * and the power are never known. `today` is a day in Japan.
 */
export function ruleConcern(
  { kind, measuredAt, months, steering, horsePower }: ComparedRule,
  { year, today }: { year: number | null; today: string },
): "conflict" | "check" | null {
  switch (kind) {
    case "oldestAge":
    case "youngestAge": {
      const age = year === null ? null : ageOf(year, { measuredAt, today });
      if (age === null || months == null) return "check";
      const [most, least] = [age.most - months, age.least - months];
      const [isBroken, isOpen] =
        kind === "oldestAge" ? [least > 0, most > 0] : [most < 0, least < 0];
      if (isBroken) return "conflict";
      return isOpen ? "check" : null;
    }
    case "steering":
      return steering === "right" ? null : "check";
    case "highestPower":
      return "check";
    case "fee":
      return horsePower == null ? null : "check";
    default:
      return null;
  }
}

/** Returns the lowest and the highest age of a car of this year, in whole months. */
function ageOf(
  year: number,
  {
    measuredAt,
    today,
  }: { measuredAt: string | null | undefined; today: string },
): { least: number; most: number } {
  const [thisYear = 0, month = 1] = today.split("-").map(Number);
  const since = (thisYear - year) * 12 + month;
  const voyage = measuredAt === "arrival" ? longestVoyage : 0;
  return { least: Math.max(0, since - 12), most: since - 1 + voyage };
}

/** Returns whether the rules, which are about cars, concern the rows of a schema. */
export const haveCountryRules = (row: string): boolean => row !== "bike";
