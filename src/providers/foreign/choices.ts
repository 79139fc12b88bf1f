import type { Choice } from "../choice";
import { isFields } from "./coerceToSchema";
import { readNumber } from "./values";

/** The values of "all" options, which our filters do not need. */
const allValues = new Set(["", "-1", "All"]);

/** Returns the reply if it is a list, else the first list in it. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isFields(value)) return undefined;
  const { options } = value;
  const lists = [options, ...Object.values(value)];
  return lists.find((list): list is unknown[] => Array.isArray(list));
}

/** Returns the options in a reply; undefined if it contains no list. */
export function readChoices(value: unknown): Choice[] | undefined {
  return listIn(value)
    ?.map(readChoice)
    .filter(({ value: id }) => !allValues.has(id));
}

function readChoice(item: unknown): Choice {
  const { value, label, counter } = isFields(item)
    ? item
    : { value: item, label: item, counter: undefined };
  const id = textOf(value);
  const count = readNumber(counter);
  return {
    value: id,
    label: textOf(label) || id,
    ...(count === null ? {} : { counter: count }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
