import { useLocation } from "react-router";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { LinkButton } from "../../ui/LinkButton";
import { comparedRows, comparePath, toggleCompared } from "./comparedRows";
import styles from "./CompareTray.module.css";

/** The rows that were chosen for the comparison, above the end of the page. */
export default function CompareTray() {
  const t = useT();
  const rows = useStoreValue(comparedRows);
  const { pathname } = useLocation();
  if (rows.length === 0 || pathname === "/compare") return null;
  return (
    <aside className={styles.tray} aria-label={t("compare.tray")}>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={`${row.list}:${row.id}`} className={styles.row}>
            <span className={styles.name}>{row.title}</span>
            <IconButton
              icon="close"
              label={t("compare.removeOne", { name: row.title })}
              onClick={() => {
                toggleCompared(row);
              }}
            />
          </li>
        ))}
      </ul>
      <LinkButton to={comparePath(rows)}>
        {t("compare.open")} ({rows.length})
      </LinkButton>
      <Button
        kind="ghost"
        onClick={() => {
          comparedRows.set([]);
        }}
      >
        {t("compare.clear")}
      </Button>
    </aside>
  );
}
