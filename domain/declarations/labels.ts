import { isObject, own, type Json, type JsonObject } from "./json";

/** Texts by key, `columns.price`. */
export type Labels = { [key: string]: string };

/** The texts in nested objects, by keys joined by a dot. */
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

/** The nested objects that say these texts. */
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

/** Keys that no text can have beside another: `columns` beside `columns.price`. */
export const clashingLabels = (labels: Labels): string[] => {
  const keys = Object.keys(labels);
  const inner = new Set(keys.flatMap(outerKeys));
  return keys.filter((key) => inner.has(key) || key.split(".").includes(""));
};

const outerKeys = (key: string): string[] => {
  const steps = key.split(".");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("."));
};
