import { useTranslate } from "ra-core";
import type { AddedLine } from "../../domain/computed/sumLines";
import { readableKey } from "../ui/readable";

/** Returns a function that names a line: by its kind of charge, else by its step. */
export function useLineLabel(): (
  line: Pick<AddedLine, "step" | "table" | "each">,
) => string {
  const translate = useTranslate();
  return ({ step, table, each }) => {
    const ofStep = translate(`prices.steps.${step}`, { _: readableKey(step) });
    return each
      ? translate(`choices.${table}.kind.${each}`, { _: readableKey(each) })
      : ofStep;
  };
}
