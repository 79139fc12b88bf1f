import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import segments from "../../ui/Segments.module.css";
import { useListing } from "../listing/ListingContext";
import { densities } from "./gridLayout";
import styles from "./GridTable.module.css";
import type { useGridLayout } from "./useGridLayout";

/** Above the grid: how close its rows stand, and which columns are gone. */
export function GridBar({
  layout,
  change,
  dropped,
  dismiss,
}: ReturnType<typeof useGridLayout>) {
  const { labels } = useListing();
  const t = useT();
  const names = dropped.map((id) => labels.column({ id, fields: [id] }));
  return (
    <div className={styles.bar}>
      {dropped.length > 0 && (
        <p className={styles.dropped} role="status">
          {t("list.grid.dropped", { names: names.join(", ") })}
          <IconButton icon="close" label={t("shell.close")} onClick={dismiss} />
        </p>
      )}
      <div
        className={segments.segments}
        role="group"
        aria-label={t("list.grid.density.title")}
      >
        {densities.map((density) => (
          <button
            key={density}
            type="button"
            className={segments.segment}
            aria-pressed={density === layout.density}
            onClick={() => {
              change({ density });
            }}
          >
            {t(`list.grid.density.${density}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
