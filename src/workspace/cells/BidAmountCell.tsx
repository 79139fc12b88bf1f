import { formatYen } from "../../../domain/money";
import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import styles from "./cells.module.css";

/** What was bid, and below when. */
export function BidAmountCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const [first = "", ...rest] = fields;
  const amount = row[first];
  const others = rest
    .map((name) => text(name, row[name]))
    .filter((word) => word !== missing);
  return (
    <div className={styles.end}>
      <div className={styles.price}>
        {typeof amount === "number" ? formatYen(amount) : missing}
      </div>
      <div className={styles.second}>{others.join(" · ")}</div>
    </div>
  );
}
