import type { Token } from "stream-json/core/parser.js";

type Place = "rows key" | "rows" | "rest";

const depthChange: Partial<Record<Token["name"], number>> = {
  startObject: 1,
  startArray: 1,
  endObject: -1,
  endArray: -1,
};

/**
 * Tells of each token of a JSON object whether it belongs to the array of rows
 * that stands under `rowsKey`. Anything else under that key is no array of
 * rows, so it is left with the rest.
 */
export function tokenSplitter(
  rowsKey: string | undefined,
): (token: Token) => Place {
  let depth = 0;
  let isInside = false;
  return (token) => {
    if (!isInside && depth === 1 && isKey(token) && token.value === rowsKey) {
      isInside = true;
      return "rows key";
    }
    depth += depthChange[token.name] ?? 0;
    if (!isInside) return "rest";
    // The value is over when the depth is that of the object again.
    if (depth === 1) isInside = false;
    return "rows";
  };
}

const isKey = (token: Token): token is Extract<Token, { name: "keyValue" }> =>
  token.name === "keyValue";
