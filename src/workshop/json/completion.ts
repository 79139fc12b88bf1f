import type {
  CompletionContext,
  CompletionResult,
} from "@codemirror/autocomplete";
import { getLocation, type JSONPath } from "jsonc-parser";
import { namesWanted, type Names } from "../document/choices";
import { presentKeys } from "./presentKeys";
import { shapesOf, type MetaPart } from "../form/metaSchema";

export type Suggestion = { text: string; info?: string };

/** The parts of a schema that may stand at a path of a document. */
function partsAt(schema: MetaPart, path: JSONPath): MetaPart[] {
  return path.reduce<MetaPart[]>(
    (parts, step) => parts.flatMap((part) => partsWithin(part, step)),
    shapesOf(schema),
  );
}

function partsWithin(part: MetaPart, step: string | number): MetaPart[] {
  if (typeof step === "number") return part.items ? shapesOf(part.items) : [];
  const { additionalProperties: other } = part;
  const found =
    part.properties?.[step] ?? (typeof other === "object" ? other : undefined);
  return found ? shapesOf(found) : [];
}

/** Keys that may stand at a path and are not there yet. */
export const keysAt = (
  schema: MetaPart,
  path: JSONPath,
  present: readonly string[],
): Suggestion[] =>
  partsAt(schema, path).flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([key]) => !present.includes(key))
      .map(([key, { description }]) => ({ text: key, info: description })),
  );

/** Values that may stand at a path: closed lists, yes and no, known names. */
export function valuesAt(
  schema: MetaPart,
  path: JSONPath,
  names: Names,
): (string | boolean)[] {
  const parts = partsAt(schema, path);
  const key = path.findLast((step) => typeof step === "string") ?? "";
  const wanted = namesWanted(key);
  const takesName = parts.some(({ type }) => type === "string");
  return [
    ...parts.flatMap(({ enum: values }) => values ?? []),
    ...(parts.some(({ type }) => type === "boolean") ? [true, false] : []),
    ...(wanted && takesName ? names[wanted] : []),
  ];
}

/** Completes keys and values of a declaration by its schema. */
export const completionOf =
  (schema: MetaPart, names: () => Names) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const text = state.doc.toString();
    const { path, isAtPropertyKey } = getLocation(text, pos);
    const word = /"?[\w-]*$/.exec(text.slice(0, pos))?.[0] ?? "";
    if (!explicit && word === "" && context.matchBefore(/[:[,]\s*$/) === null)
      return null;
    const behind = text.slice(pos);
    const options = isAtPropertyKey
      ? keysAt(schema, path.slice(0, -1), presentKeys(text, path)).map(
          ({ text: key, info }) => ({
            label: JSON.stringify(key),
            info,
            type: "property",
            apply: `${JSON.stringify(key)}${/^"?\s*:/.test(behind) ? "" : ": "}`,
          }),
        )
      : valuesAt(schema, path, names()).map((value) => ({
          label: JSON.stringify(value),
          type: "constant",
        }));
    return options.length === 0
      ? null
      : {
          from: pos - word.length,
          to: behind.startsWith('"') && word.startsWith('"') ? pos + 1 : pos,
          options,
          validFor: /^"?[\w-]*$/,
        };
  };
