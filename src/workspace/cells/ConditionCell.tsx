import { ConditionBadge } from "../../ui/ConditionBadge";
import type { CellProps } from "../registry/cells";
import { useFieldText } from "../useFieldText";
import styles from "./cells.module.css";

/** The auction grade as a badge, beside what goes with it. */
export function ConditionCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const [condition = "", ...rest] = fields;
  return (
    <div className={styles.inline}>
      <ConditionBadge grade={text(condition, row[condition])} />
      {rest.map((name) => (
        <span key={name}>{text(name, row[name])}</span>
      ))}
    </div>
  );
}
