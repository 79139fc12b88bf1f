/**
 * Returns whether the text looks like an e-mail address: a name without spaces,
 * one @ and a host with a dot, at most 254 characters. Runs in linear time.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const [name = "", host = "", ...more] = text.split("@");
  if (more.length > 0 || name === "" || name.length > 64) return false;
  if (/[\s\p{Cc}"(),:;<>[\\\]]/u.test(text)) return false;
  const labels = host.split(".");
  const isHost =
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label));
  return isHost && !name.startsWith(".") && !name.endsWith(".");
}

/**
 * The formats of our schemas that have a check of their own. The generated
 * validators import them.
 *
 * @public
 */
export const formats = { email: isEmail };

/**
 * Returns the length of a text in code points, as JSON Schema counts it. The
 * generated validators import it.
 *
 * @public
 */
export const countCharacters = (text: string): number =>
  Array.from(text).length;

/**
 * Returns whether two JSON values are equal. Validators use it instead of
 * Ajv's own comparison, which calls `toString` and `valueOf` of the value and
 * so throws for JSON such as `{"toString": ""}`.
 *
 * @public
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]),
    )
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A JSON object whose fields are not known. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the part of a value at a path, undefined if the path leads nowhere. */
export const valueAt = (
  value: unknown,
  path: readonly (string | number)[],
): unknown =>
  path.reduce<unknown>(
    (part, step) =>
      typeof part === "object" && part !== null
        ? (part as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    value,
  );
