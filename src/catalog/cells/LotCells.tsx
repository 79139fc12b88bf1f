import { lotStatusTone } from "../../../domain/lotStatus";
import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { ConditionBadge, StatusPill } from "../../ui/Badge";
import { noValue, useFieldText } from "../../workspace/fieldText";
import type { CellProps } from "../../workspace/registry/areaModule";
import styles from "./cells.module.css";

const enSpace = "\u2002";

/** The auction grade as a badge, with the other fields beside it. */
export function ConditionCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const [condition = "", ...rest] = fields;
  return (
    <>
      <ConditionBadge grade={write(condition, row[condition])} />
      {rest.map((name) => `${enSpace}${write(name, row[name])}`)}
    </>
  );
}

/** The lot's status at its auction, and the viewer's own bid below. */
export function LotStatusCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const t = useT();
  const [status = "", ...rest] = fields;
  const amount = rest
    .map((name) => row[name])
    .find((value) => typeof value === "number");
  const text = write(status, row[status]);
  return (
    <>
      {text === noValue ? (
        text
      ) : (
        <StatusPill tone={lotStatusTone(Number(row[status]))}>
          {text}
        </StatusPill>
      )}
      {amount !== undefined && (
        <div className={styles.ownBid}>
          {t("list.myBid", { amount: formatYen(amount) })}
        </div>
      )}
    </>
  );
}
