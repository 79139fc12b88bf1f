import {
  conditionList,
  type Condition,
  type Conditions,
} from "../../../../domain/condition/condition";
import { Parts } from "./ConditionPart";
import type { Builder, Subject } from "./subjects";
import styles from "./conditions.module.css";

/**
 * Edits conditions that must all be met: adds and removes parts, changes what they test,
 * and groups them. One condition stays one, and several are a list.
 */
export function ConditionsInput({
  id,
  legend,
  value,
  subject,
  builder,
  isDisabled = false,
  onChange,
}: {
  id: string;
  legend: string | undefined;
  value: Conditions | undefined;
  /** The subject of a new condition. */
  subject: Subject;
  builder: Builder;
  isDisabled?: boolean | undefined;
  onChange: (value: Conditions | undefined) => void;
}) {
  const change = (next: readonly Condition[]) => {
    const [first] = next;
    const isOne = next.length === 1 && !Array.isArray(value);
    onChange(isOne ? first : next.length > 0 ? [...next] : undefined);
  };
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      <legend>{legend}</legend>
      <Parts
        {...{ id, builder, parts: conditionList(value), added: subject }}
        onChange={change}
      />
    </fieldset>
  );
}
