import type {
  CompletionContext,
  CompletionResult,
} from "@codemirror/autocomplete";
import {
  findNodeAtLocation,
  getLocation,
  parseTree,
  type JSONPath,
} from "jsonc-parser";
import { nameKind, type Names } from "../document/choices";
import { shapesOf, type MetaPart } from "../form/uiSchema";

type Suggestion = { text: string; info?: string };

/** Returns the schemas that apply at a path of a document. */
function partsAt(schema: MetaPart, path: JSONPath): MetaPart[] {
  return path.reduce<MetaPart[]>(
    (parts, step) => parts.flatMap((part) => partsWithin(part, step)),
    shapesOf(schema),
  );
}

function partsWithin(part: MetaPart, step: string | number): MetaPart[] {
  if (typeof step === "number") return part.items ? shapesOf(part.items) : [];
  const { additionalProperties: other } = part;
  const schema =
    part.properties?.[step] ?? (typeof other === "object" ? other : undefined);
  return schema ? shapesOf(schema) : [];
}

/** Returns the keys that may be added at a path. */
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

/** Returns the values allowed at a path: enumerations, booleans, names. */
export function valuesAt(
  schema: MetaPart,
  path: JSONPath,
  names: Names,
): (string | boolean)[] {
  const parts = partsAt(schema, path);
  const kind = nameKind(path.filter((step) => typeof step === "string"));
  const takesName = parts.some(({ type }) => type === "string");
  return [
    ...parts.flatMap(({ enum: values }) => values ?? []),
    ...(parts.some(({ type }) => type === "boolean") ? [true, false] : []),
    ...(kind && takesName ? names[kind] : []),
  ];
}

/** Creates a completion source for keys and values of a declaration. */
export const completionOf =
  (schema: MetaPart, names: () => Names) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const text = state.doc.toString();
    const { path, isAtPropertyKey } = getLocation(text, pos);
    const word = /"?[\w-]*$/.exec(text.slice(0, pos))?.[0] ?? "";
    if (!explicit && word === "" && context.matchBefore(/[:[,]\s*$/) === null)
      return null;
    const rest = text.slice(pos);
    const options = isAtPropertyKey
      ? keysAt(schema, path.slice(0, -1), presentKeys(text, path)).map(
          ({ text: key, info }) => ({
            label: JSON.stringify(key),
            info,
            type: "property",
            apply: `${JSON.stringify(key)}${/^"?\s*:/.test(rest) ? "" : ": "}`,
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
          to: rest.startsWith('"') && word.startsWith('"') ? pos + 1 : pos,
          options,
          validFor: /^"?[\w-]*$/,
        };
  };

/** Returns the other keys of the object whose key at the path is being typed. */
export function presentKeys(text: string, path: JSONPath): string[] {
  const root = parseTree(text);
  const object = root && findNodeAtLocation(root, path.slice(0, -1));
  const typed = path.at(-1);
  return (object?.children ?? []).flatMap(({ children: [key] = [] }) =>
    typeof key?.value === "string" && key.value !== typed ? [key.value] : [],
  );
}
