import { isObject } from "../pointer";
import type { JsonSchema } from "../schemas/registry";

/** Texts of at most this length are drawn on one line; longer ones may have several. */
const longestLine = 200;

const controlCharacter = /\p{Cc}/u;
/** All but tab and line ends. */
const unusual = /(?![\t\n\r])\p{Cc}/u;

/**
 * Returns whether a value has control characters that its field does not take. They could
 * forge lines of mails, logs and exports. A text of several lines may have line ends and
 * tabs, a text of one line none of them. Also looks into a list of texts.
 */
export function hasControlCharacters(
  field: JsonSchema,
  value: unknown,
): boolean {
  if (Array.isArray(value)) {
    const { items } = field;
    return value.some((entry) =>
      hasControlCharacters(isObject(items) ? items : {}, entry),
    );
  }
  if (typeof value !== "string") return false;
  const isLine = Number(field.maxLength ?? Infinity) <= longestLine;
  return (isLine ? controlCharacter : unusual).test(value);
}
