import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { RowPhoto } from "./RowPhoto";
import { TwoLines } from "./TwoLines";
import styles from "./cells.module.css";

/** The row's first photo beside the fields that name it. */
export function PhotoCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const [photos = "", first = "", ...rest] = fields;
  const others = rest
    .map((name) => text(name, row[name]))
    .filter((word) => word !== missing);
  return (
    <div className={styles.photo}>
      <RowPhoto photos={row[photos]} width={88} />
      <TwoLines first={text(first, row[first])} second={others.join(" ")} />
    </div>
  );
}
