import type { Choice } from "../choice";
import { isFields } from "./fit";
import { readNumber } from "./values";

/** How servers write that nothing is chosen; our filters leave it out. */
const nothing = new Set(["", "-1", "All"]);

/** The list of a reply or facet: itself, or the first one in it. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isFields(value)) return undefined;
  const { options } = value;
  const lists = [options, ...Object.values(value)];
  return lists.find((one): one is unknown[] => Array.isArray(one));
}

/** The choices of a reply or facet; undefined where it has no list. */
export function readChoices(value: unknown): Choice[] | undefined {
  return listIn(value)
    ?.map(readChoice)
    .filter(({ value: id }) => !nothing.has(id));
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
