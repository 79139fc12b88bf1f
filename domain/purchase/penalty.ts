/**
 * The penalty in yen that agents ask for a purchase that is cancelled after the hammer,
 * usually 70,000 to 85,000, until an administrator has saved another amount.
 */
const usual = 80_000;

/** Returns the penalty of the settings in yen; 0 if they have none. */
export function usualPenalty(
  settings: Readonly<Record<string, unknown>> | undefined,
): number {
  const { cancelPenalty = usual } = settings ?? {};
  return typeof cancelPenalty === "number" ? cancelPenalty : 0;
}
