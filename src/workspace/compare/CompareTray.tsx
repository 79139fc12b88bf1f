import { useLocation } from "react-router";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { LinkButton } from "../../ui/LinkButton";
import { comparedLots, comparePath, toggleCompared } from "./comparedLots";
import styles from "./CompareTray.module.css";

/** The lots that were chosen for the comparison, above the end of the page. */
export default function CompareTray() {
  const t = useT();
  const lots = useStoreValue(comparedLots);
  const { pathname } = useLocation();
  if (lots.length === 0 || pathname === "/compare") return null;
  return (
    <aside className={styles.tray} aria-label={t("compare.tray")}>
      <ul className={styles.lots}>
        {lots.map((lot) => (
          <li key={`${lot.list}:${lot.id}`} className={styles.lot}>
            <span className={styles.name}>{lot.title}</span>
            <IconButton
              icon="close"
              label={t("compare.removeOne", { name: lot.title })}
              onClick={() => {
                toggleCompared(lot);
              }}
            />
          </li>
        ))}
      </ul>
      <LinkButton to={comparePath(lots)}>
        {t("compare.open")} ({lots.length})
      </LinkButton>
      <Button
        kind="ghost"
        onClick={() => {
          comparedLots.set([]);
        }}
      >
        {t("compare.clear")}
      </Button>
    </aside>
  );
}
