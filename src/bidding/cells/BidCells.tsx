import styles from "../../workspace/cells/cells.module.css";
import { bidStatuses, bidStatusTone } from "../../../domain/bidStatus";
import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { StatusPill } from "../../ui/Badge";
import {
  noValue,
  useFieldText,
  useKnownTexts,
  type FieldText,
} from "../../workspace/fieldText";
import type { CellProps } from "../../workspace/registry/cells";
import { exportTypes } from "../../../domain/exportTypes";

/**
 * The amount of a bid, and the other fields below it. Times name their zone, because no
 * heading of the column does.
 */
export function BidAmountCell({ row, schema, fields }: CellProps) {
  const knownTexts = useKnownTexts();
  const t = useT();
  const [first = "", ...rest] = fields;
  const amount = row[first];
  const details = rest.flatMap((name) =>
    knownTexts(row, [name]).map((text) =>
      schema.properties[name]?.format === "date-time"
        ? t("list.inJapan", { moment: text })
        : text,
    ),
  );
  return (
    <>
      {typeof amount === "number" ? formatYen(amount) : noValue}
      <div className={styles.priceDetails}>{details.join(" · ")}</div>
    </>
  );
}

/** The status of a bid, worded for the viewer's role, and other fields below it. */
export function BidStatusCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [status = "", ...rest] = fields;
  const text = write(status, row[status], row);
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

/** Writes the name of a way to export a car, which is the type of a bid. */
export const exportTypeText: FieldText = ({ value, tools }) => {
  const type = exportTypes.find(({ id }) => id === Number(value));
  return type
    ? tools.translate(`bidTypes.${type.key}.label`, { _: type.key })
    : String(value);
};
