import type { AuctionSheetSheet } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import styles from "./SheetForm.module.css";

/** The printed form of a sheet with its Japanese texts, in the style of the house. */
export function SheetForm({ sheet }: { sheet: AuctionSheetSheet }) {
  const t = useT();
  const { rows, grades, style } = sheet;
  const printedGrades = [
    ["評価点", grades.overall],
    ["外装", grades.exterior],
    ["内装", grades.interior],
  ] as const;
  return (
    <section
      lang="ja"
      className={styles.form}
      data-style={style}
      aria-label={t("lot.sheet.original")}
    >
      <p className={styles.heading}>出品票</p>
      <dl className={styles.grades}>
        {printedGrades.map(([name, grade]) => (
          <div key={name} className={styles.grade}>
            <dt>{name}</dt>
            <dd>{grade ?? "—"}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.cells}>
        {rows.map(({ id, printed, text }) => (
          <div key={id} className={styles.cell} data-row={id}>
            <dt>{printed}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
