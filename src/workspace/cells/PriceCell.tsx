import { formatNumber } from "../../../domain/money";
import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { useFieldLabel } from "../useLabels";
import styles from "./cells.module.css";

/**
 * Yen at the end of the row, the strongest thing in it; the heading says they
 * are yen. Further prices stand below with their names, where they are known.
 */
export function PriceCell({ row, schema, fields }: CellProps) {
  const text = useFieldText();
  const label = useFieldLabel(schema);
  const [first = "", ...rest] = fields;
  const amount = row[first];
  return (
    <div className={styles.end}>
      <div className={styles.price}>
        {typeof amount === "number" ? formatNumber(amount) : missing}
      </div>
      {rest
        .filter((name) => typeof row[name] === "number")
        .map((name) => (
          <div key={name} className={styles.second}>
            {label(name)} {text(name, row[name])}
          </div>
        ))}
    </div>
  );
}
