import { bidStatuses, bidStatusTone } from "../../../domain/bidStatus";
import { formatYen } from "../../../domain/money";
import { StatusPill } from "../../ui/Badge";
import type { CellProps } from "../registry/cells";
import { noValue, useFieldText, useKnownTexts } from "../useFieldText";
import styles from "./cells.module.css";

/** The amount of a bid, and the other fields below it. */
export function BidAmountCell({ row, fields }: CellProps) {
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const amount = row[first];
  return (
    <>
      {typeof amount === "number" ? formatYen(amount) : noValue}
      <div className={styles.priceDetails}>
        {knownTexts(row, rest).join(" · ")}
      </div>
    </>
  );
}

/** The status of a bid, worded for the viewer's role, and other fields below it. */
export function BidStatusCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [status = "", ...rest] = fields;
  const text = write(status, row[status]);
  const isBlank = row[status] === bidStatuses.blank;
  const pill = text !== noValue && text !== "" && !isBlank && (
    <StatusPill tone={bidStatusTone(Number(row[status]))}>{text}</StatusPill>
  );
  const details = knownTexts(row, rest).join(" · ");
  if (details === "") return pill;
  return (
    <>
      {pill}
      <div className={styles.details} title={details}>
        {details}
      </div>
    </>
  );
}
