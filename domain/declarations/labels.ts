import { isObject, own, type Json, type JsonObject } from "./json";

/** Texts by dotted key, such as `columns.price`. */
export type Labels = { [key: string]: string };

/** Flattens nested locale texts to dotted keys. */
export function flatLabels(texts: Json | undefined): Labels {
  return Object.fromEntries([...flatten(texts ?? null, [])]);
}

function* flatten(
  value: Json,
  steps: readonly string[],
): Generator<[string, string]> {
  if (typeof value === "string") yield [steps.join("."), value];
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value))
    yield* flatten(part, [...steps, key]);
}

/** The inverse of `flatLabels`: nested objects as the locale files hold them. */
export function nestedLabels(labels: Labels): JsonObject {
  let texts: JsonObject = {};
  for (const [key, text] of Object.entries(labels))
    texts = withText(texts, key.split("."), text);
  return texts;
}

function withText(
  texts: JsonObject,
  [step = "", ...rest]: readonly string[],
  text: string,
): JsonObject {
  if (rest.length === 0) return { ...texts, [step]: text };
  const inner = own(texts, step);
  const next = withText(isObject(inner) ? inner : {}, rest, text);
  return { ...texts, [step]: next };
}

/**
 * Returns the keys that no locale file can hold: an empty step, or a text and a
 * group of texts under the same key (`columns` beside `columns.price`).
 */
export const clashingLabels = (labels: Labels): string[] => {
  const keys = Object.keys(labels);
  const groups = new Set(keys.flatMap(groupKeys));
  return keys.filter((key) => groups.has(key) || key.split(".").includes(""));
};

const groupKeys = (key: string): string[] => {
  const steps = key.split(".");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("."));
};
