import { formatYen } from "../../../domain/money";
import { lotStatusTone } from "../../../domain/lotStatus";
import { useT } from "../../providers/i18n/useT";
import { StatusPill } from "../../ui/StatusPill";
import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import styles from "./cells.module.css";

/** How the lot stands at its auction, and below the viewer's own bid. */
export function LotStatusCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const t = useT();
  const [status = "", ...rest] = fields;
  const amount = rest
    .map((name) => row[name])
    .find((value) => typeof value === "number");
  const words = text(status, row[status]);
  return (
    <div>
      {words === missing ? (
        words
      ) : (
        <StatusPill tone={lotStatusTone(Number(row[status]))}>
          {words}
        </StatusPill>
      )}
      {typeof amount === "number" ? (
        <div className={styles.mine}>
          {t("list.myBid", { amount: formatYen(amount) })}
        </div>
      ) : null}
    </div>
  );
}
