import { fieldType } from "../../../domain/resource";
import { extraType } from "../listing/extraType";
import { readerOf, scalarText, type Placed, type WordOf } from "./conditions";
import type { Sorting } from "./ranks";
import type { SortKey } from "./textOrder";

/** Returns how a field is sorted; null if only the database can sort it. */
export function sortingOf(
  placed: Placed,
  word: (dictionary: string, id: number) => ReturnType<WordOf>,
): Sorting | null {
  const { field, storage } = placed;
  switch (storage.kind) {
    case "computed":
    case "id":
    case "list":
      return null;
    case "term":
      return {
        rule: storage,
        keyOf: (id) => {
          const found =
            typeof id === "number" ? word(storage.dictionary, id) : undefined;
          return (storage.rankOf ? found?.rank : found?.name) ?? null;
        },
      };
    case "column":
    case "expression":
      return fieldType(field) === "array"
        ? null
        : { rule: field, keyOf: (raw) => asKey(raw) };
    case "extra": {
      if (extraType(field) === "object") return null;
      const read = readerOf(placed);
      const isText = extraType(field) === "choice";
      const choices =
        field.enum &&
        new Set(field.enum.filter((choice) => choice !== null).map(String));
      return {
        rule: field,
        keyOf: (raw) => {
          const value = read(raw);
          if (Array.isArray(value))
            return value.length > 0 ? asKey(value) : null;
          const text = scalarText(value);
          if (choices && (text === null || !choices.has(text))) return null;
          return isText ? text : asKey(value);
        },
      };
    }
  }
}

function asKey(value: unknown): SortKey {
  if (Array.isArray(value)) return value.map(String);
  return scalarText(value) === null ? null : (value as SortKey);
}
