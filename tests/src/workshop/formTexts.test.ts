import { describe, expect, it } from "vitest";
import en from "../../../locales/en.json";
import ru from "../../../locales/ru.json";
import { cellTypes } from "../../../generated/registeredNames";
import {
  declarationUi,
  metaSchema,
  resolved,
  type MetaPart,
} from "../../../src/workshop/form/uiSchema";

/** Returns the text at a dotted key, undefined without one. */
const textAt = (messages: object, key: string): string | undefined => {
  const found = key
    .split(".")
    .reduce<unknown>(
      (part, step) =>
        Object.getOwnPropertyDescriptor(Object(part), step)?.value,
      messages,
    );
  return typeof found === "string" ? found : undefined;
};

/** Yields the path of each key of the form, and its values if they are fixed. */
function* partsOf(
  part: MetaPart,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; values: readonly string[] }> {
  const schema = resolved(part);
  const isTop = path.length <= 1;
  if (path.at(-1) === "$schema") return;
  if (isTop && path.length > 0 && schema["x-structural"] !== undefined) return;
  if (path.length > 0) yield { path, values: schema.enum ?? [] };
  for (const shape of schema.anyOf ?? [])
    for (const inner of partsOf(shape, path)) yield inner;
  if (schema.items) yield* partsOf(schema.items, path);
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    yield* partsOf(inner, [...path, key]);
}

const parts = [...partsOf(metaSchema)];

describe.each([
  ["English", en],
  ["Russian", ru],
])("the form of a list in %s", (_language, messages) => {
  it("has a label for every key", () => {
    const missing = parts.filter(({ path }) => {
      const [key = "", parent = ""] = path.toReversed();
      return [`keysIn.${parent}.${key}`, `keys.${key}`].every(
        (name) => textAt(messages.workshop, name) === undefined,
      );
    });
    expect([...new Set(missing.map(({ path }) => path.join("/")))]).toEqual([]);
  });

  it("has a label for every value that can be chosen", () => {
    const missing = parts.flatMap(({ path, values }) =>
      values
        .filter((value) =>
          [`choices.${path.at(-1)}.${value}`, `choices.${value}`].every(
            (name) => textAt(messages.workshop, name) === undefined,
          ),
        )
        .map((value) => `${path.join("/")} ${value}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it("has a label and an explanation for every cell", () => {
    const missing = Object.keys(cellTypes).flatMap((name) =>
      [`choices.cell.${name}`, `about.cell.${name}`].filter(
        (key) => textAt(messages.workshop, key) === undefined,
      ),
    );
    expect(missing).toEqual([]);
  });

  it("has no text for a key that does not exist", () => {
    const asked = new Set<string>();
    declarationUi(metaSchema, (key, options) => {
      asked.add(key);
      return options?._ ?? key;
    });
    const { keys, keysIn, hints, hintsIn } = messages.workshop;
    const stale = Object.entries({ keys, keysIn, hints, hintsIn }).flatMap(
      ([group, texts]) =>
        namesIn(texts).filter(
          (name) => !asked.has(`workshop.${group}.${name}`),
        ),
    );
    expect(stale).toEqual([]);
  });
});

const namesIn = (texts: object): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string"
      ? [name]
      : namesIn(text as object).map((inner) => `${name}.${inner}`),
  );
