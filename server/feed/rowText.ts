/** A row as JSON; one of thousands of lists in one another is only named. */
export function rowText(row: unknown): string {
  try {
    return JSON.stringify(row ?? null);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify("too deeply nested to be kept");
  }
}
