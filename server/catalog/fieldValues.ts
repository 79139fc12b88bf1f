/** Returns a stored text, null for an empty one and for other values. */
export const text = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** Returns a stored number, null for other values. */
export const number = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

/** Returns the texts of a stored list; other entries are left out. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((entry) => typeof entry === "string")
    : [];
