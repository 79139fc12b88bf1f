/** A row's value as text; null when it is none or empty. */
export const text = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

export const number = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
