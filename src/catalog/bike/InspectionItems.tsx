import type { LetteredItem } from "../../../domain/inspection/readItems";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { useReportText } from "./useReportText";
import styles from "./BikeInspection.module.css";

/** The lettered items of the inspection sheet, with known words translated. */
export function InspectionItems({ items }: { items: readonly LetteredItem[] }) {
  const t = useT();
  const report = useReportText();
  return (
    <Box title={t("bike.inspection.title")}>
      <ul className={styles.items}>
        {items.map(({ letter, text }, place) => (
          <li key={place} className={styles.item}>
            {letter !== null && <span className={styles.letter}>{letter}</span>}
            <span className={styles.itemText}>
              {report.entry(text) || "--"}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}
