/**
 * Converts a parameter to the text that PostgreSQL parses: arrays to array
 * literals (for `= any($1)`), dates to UTC, bytes to hex, other objects to
 * JSON. The caller must stringify an array that is meant as JSON. Throws
 * TypeError for functions and symbols.
 */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value).toString("hex")}`;
  }
  if (Array.isArray(value)) return toArrayLiteral(value);
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean" || typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value === "number") return value.toString();
  throw new TypeError(`A ${typeof value} cannot be sent to the database`);
}

function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return toArrayLiteral(value);
    const text = toParameter(value);
    if (text === null) return "NULL";
    return `"${text.replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${elements.join(",")}}`;
}
