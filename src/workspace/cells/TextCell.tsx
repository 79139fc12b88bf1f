import type { ReactNode } from "react";
import type { CellProps } from "../registry/cells";
import { useFieldText, useKnownTexts } from "../useFieldText";
import { classes } from "../../ui/classes";
import { RowLink } from "./RowLink";
import styles from "./cells.module.css";

/** Any fields as text: the first as the main line, the others below it. */
export function TextCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const text = write(first, row[first]);
  return <TwoLines main={text} details={knownTexts(row, rest).join(" · ")} />;
}

/**
 * The layout of most cells: a main line and smaller details below it. A table
 * has hundreds of cells, so both lines are direct children of the cell.
 */
export function TwoLines({
  main,
  isPlain = false,
  details,
}: {
  main: ReactNode;
  /** Whether the main line is of normal weight. */
  isPlain?: boolean;
  /** Text, or an element with the class `details`. */
  details?: ReactNode;
}) {
  return (
    <>
      <RowLink
        className={classes(styles.main, isPlain && styles.plain)}
        title={typeof main === "string" ? main : undefined}
      >
        {main}
      </RowLink>
      {typeof details === "string" && details !== "" ? (
        <div className={styles.details} title={details}>
          {details}
        </div>
      ) : (
        details
      )}
    </>
  );
}
