import { readSaved, titleProblem } from "../../../domain/listing/savedSearch";
import { failure, type Text } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import type { ViewedList } from "./viewedList";

const refused = (field: string, text: Text) =>
  failure("invalid_choice", { errors: { [field]: [text] } });

/**
 * The title as it is kept. Throws invalid_choice against `title` when it is
 * blank, too long or holds control characters.
 */
export function checkedTitle(title: string): string {
  const problem = titleProblem(title);
  if (problem) throw refused("title", fieldProblemText(problem));
  return title.trim();
}

/**
 * The params as they are kept. Throws invalid_choice against `params` when
 * they hold anything that the list, cut to its viewer, does not take.
 */
export function checkedParams(
  { resource, row }: ViewedList,
  text: string,
): string {
  const { params, dropped } = readSaved(resource, row, text);
  if (dropped.length === 0) return params;
  const parts = dropped.map(({ param, value }) => `${param}=${value}`);
  throw refused("params", {
    key: "errors.not_taken",
    values: { parts: parts.join(", ").slice(0, longestList) },
  });
}

/** Characters of refused params that are told. */
const longestList = 300;
