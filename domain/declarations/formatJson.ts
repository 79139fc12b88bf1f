import { isList, isObject, own, type Json } from "./json";
import { keyedList } from "./keyedList";

/** A list of plain values stays on one line up to this column. */
const lineWidth = 80;

type Place = {
  /** The indentation of the line on which the value starts. */
  indent: string;
  /** Characters before the value on its line. */
  column: number;
  /** Property names and entry keys that lead to the value. */
  steps: readonly string[];
};

type FormatOptions = Partial<Place> & {
  /** Returns existing text to use for the value at the steps, if any. */
  textOf?: (value: Json, steps: readonly string[]) => string | undefined;
};

/**
 * Formats JSON as oxfmt formats the project's files: two spaces, one part
 * per line, short lists of plain values on one line. Properties whose value is
 * undefined are left out.
 */
export function formatJson(
  value: unknown,
  options: FormatOptions = {},
): string {
  const { indent = "", column = 0, steps = [] } = options;
  return format(value as Json, { indent, column, steps }, options);
}

function format(value: Json, place: Place, options: FormatOptions): string {
  const text = options.textOf?.(value, place.steps);
  if (text !== undefined) return text;
  if (isPlain(value)) return JSON.stringify(value);
  const { indent, column, steps } = place;
  const inner = `${indent}  `;
  if (isList(value)) {
    if (value.every(isPlain)) {
      const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
      // The line may need room for a comma.
      if (column + line.length < lineWidth) return line;
    }
    const keys = keyedList(value)?.map(([key]) => key);
    const items = value.map((item, index) => {
      const path = [...steps, keys?.[index] ?? String(index)];
      const itemPlace = { indent: inner, column: inner.length, steps: path };
      return inner + format(item, itemPlace, options);
    });
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const properties: { readonly [key: string]: Json | undefined } = value;
  const parts = Object.entries(properties).flatMap(([key, part]) => {
    if (part === undefined) return [];
    const name = `${inner}${JSON.stringify(key)}: `;
    const path = [...steps, key];
    const partPlace = { indent: inner, column: name.length, steps: path };
    return [name + format(part, partPlace, options)];
  });
  return parts.length === 0 ? "{}" : `{\n${parts.join(",\n")}\n${indent}}`;
}

const isPlain = (value: Json): value is Exclude<Json, object> | null =>
  !isObject(value) && !isList(value);

/**
 * Returns the value with the properties of objects in the order of `model`; a
 * property that `model` lacks follows its predecessor in `value`.
 */
export function orderedLike(value: Json, model: Json | undefined): Json {
  if (isList(value)) {
    const entries = new Map(keyedList(model) ?? []);
    const keys = keyedList(value)?.map(([key]) => key) ?? [];
    return value.map((item, index) =>
      orderedLike(item, entries.get(keys[index] ?? "")),
    );
  }
  if (!isObject(value) || !isObject(model)) return value;
  const order = Object.keys(model).filter((key) => Object.hasOwn(value, key));
  for (const [index, key] of Object.keys(value).entries()) {
    if (order.includes(key)) continue;
    const previous = Object.keys(value)[index - 1];
    order.splice(
      previous === undefined ? 0 : order.indexOf(previous) + 1,
      0,
      key,
    );
  }
  return Object.fromEntries(
    order.map((key) => [key, orderedLike(value[key] ?? null, own(model, key))]),
  );
}
