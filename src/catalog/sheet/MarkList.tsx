import type { AuctionSheetSheet } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import styles from "./MarkList.module.css";

/** The marks of the car map in words. Pointing at a line shows its place on the map. */
export function MarkList({
  marks,
  unreadMarks,
  active,
  onActive,
}: Pick<AuctionSheetSheet, "marks" | "unreadMarks"> & {
  /** The index of the mark that is pointed at. */
  active: number | null;
  onActive: (index: number | null) => void;
}) {
  const t = useT();
  if (marks.length + unreadMarks.length === 0)
    return <p className={styles.note}>{t("lot.sheet.noMarks")}</p>;
  return (
    <section aria-label={t("lot.sheet.marks")}>
      <ul className={styles.marks}>
        {marks.map(({ code, panelName, meaning, isSerious }, index) => (
          <li
            key={index}
            className={classes(styles.mark, index === active && styles.active)}
            onPointerEnter={() => {
              onActive(index);
            }}
            onPointerLeave={() => {
              onActive(null);
            }}
          >
            <span className={classes(styles.code, isSerious && styles.serious)}>
              {code}
            </span>
            <span>
              {panelName}: {meaning.charAt(0).toLowerCase() + meaning.slice(1)}
            </span>
          </li>
        ))}
      </ul>
      {unreadMarks.length > 0 && (
        <p className={styles.note}>
          {t("lot.sheet.unread")}{" "}
          <span lang="ja">{unreadMarks.join(", ")}</span>
        </p>
      )}
    </section>
  );
}
