import { formatNumber } from "../../../domain/money";
import { noValue, useFieldText } from "../fieldText";
import type { CellProps } from "../registry/areaModule";
import { useFieldLabel } from "../useLabels";
import styles from "./cells.module.css";

/**
 * A price without the yen sign, which the column heading implies. Further
 * prices appear below with their labels, if they have a value. The style of the
 * price is that of the table cell: a table has hundreds of prices.
 */
export function PriceCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const [first = "", ...rest] = fields;
  const amount = row[first];
  return (
    <>
      {typeof amount === "number" ? formatNumber(amount) : noValue}
      {rest
        .filter((name) => typeof row[name] === "number")
        .map((name) => (
          <div key={name} className={styles.priceDetails}>
            {label(name)} {write(name, row[name])}
          </div>
        ))}
    </>
  );
}
