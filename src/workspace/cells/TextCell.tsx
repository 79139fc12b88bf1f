import type { ReactNode } from "react";
import type { CellProps } from "../registry/cells";
import { useFieldText, useKnownTexts } from "../useFieldText";
import { RowLink } from "./RowLink";
import styles from "./cells.module.css";

/** Any fields as text: the first as the main line, the others below it. */
export function TextCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const text = write(first, row[first]);
  return (
    <TwoLines
      main={<span title={text}>{text}</span>}
      details={knownTexts(row, rest).join(" · ")}
    />
  );
}

/** The layout of most cells: a main line and smaller details below it. */
export function TwoLines({
  main,
  details,
}: {
  main: ReactNode;
  details?: ReactNode;
}) {
  return (
    <div className={styles.lines}>
      <div className={styles.main}>
        <RowLink>{main}</RowLink>
      </div>
      {details ? (
        <div
          className={styles.details}
          title={typeof details === "string" ? details : undefined}
        >
          {details}
        </div>
      ) : null}
    </div>
  );
}
