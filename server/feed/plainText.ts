const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;

/** Decodes HTML entities; unknown entities stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    entity,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? "", 16) : +decimal;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Characters that PostgreSQL rejects or that a wrong encoding produces. */
const unreadable = /[\0\ufffd\p{Surrogate}]/u;

export const isReadable = (text: string): boolean => !unreadable.test(text);

/**
 * Returns a source value as trimmed text with decoded entities: "" for a
 * missing value, null for a list or an object.
 */
export function plainText(value: unknown): string | null {
  if (typeof value === "string") return decodeEntities(value).trim();
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  return null;
}
