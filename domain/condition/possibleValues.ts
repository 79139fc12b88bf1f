import type { Field } from "../resource";
import { conditionOf, type Conditions, type RowCondition } from "./condition";
import { decide, type Occasion } from "./decide";
import { isMet } from "./predicate";

/**
 * Returns the values of a field with which a row can meet conditions, whatever its other fields
 * hold. For forms, which offer no value that the server would refuse in every row.
 *
 * @example possibleValues({ field: "kind", in: ["a"] }, { name: "kind", field, values: ["a", "b"] }, occasion) // ["a"]
 */
export function possibleValues<Value>(
  conditions: Conditions | undefined,
  {
    name,
    field,
    values,
  }: { name: string; field: Field; values: readonly Value[] },
  occasion: Occasion,
): Value[] {
  const condition = decide(conditionOf(conditions), occasion) as RowCondition;
  return values.filter((value) => {
    const row = { fields: { [name]: field }, values: { [name]: value } };
    /** Tests of other fields have the result `other`, which helps to meet the condition. */
    const can = (part: RowCondition, other: boolean): boolean => {
      if ("not" in part) return !can(part.not, !other);
      if ("all" in part) return part.all.every((each) => can(each, other));
      if ("any" in part) return part.any.some((each) => can(each, other));
      return part.field === name ? isMet(part, row) : other;
    };
    return can(condition, true);
  });
}
