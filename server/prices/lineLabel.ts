import type { QuoteLine } from "../../domain/quote";
import type { Language } from "../../domain/limits";
import { readableName } from "../../domain/readableName";
import type { Context } from "../workspace/context";

/** Returns the name of a line: of its kind of charge, else of its step. */
export function lineLabel(
  { messages }: Pick<Context, "messages">,
  { step, table, each }: Pick<QuoteLine, "step" | "table" | "each">,
  language: Language,
): string {
  const key = each ? `choices.${table}.kind.${each}` : `prices.steps.${step}`;
  return messages.has(language, key)
    ? messages.translate(language, key)
    : readableName(each ?? step);
}
