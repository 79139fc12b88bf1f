import { conditionOf, fieldsIn, type Conditions } from "../condition/condition";
import { decideViewers } from "../condition/decide";
import type { VisibilityCheck } from "./isVisible";

/**
 * Returns conditions with their viewer parts decided, because viewers never receive access
 * rules; undefined if they test a hidden field.
 */
export function visibleConditions(
  conditions: Conditions,
  { isVisible }: Pick<VisibilityCheck, "isVisible">,
) {
  const decided = decideViewers(conditionOf(conditions), (rule) =>
    isVisible(rule),
  );
  return isVisible(undefined, fieldsIn(decided)) ? decided : undefined;
}
