import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { Segmented } from "../../ui/Segmented";
import { useListing } from "../listing/ListingContext";
import styles from "./GridTable.module.css";
import { densities, type useGridLayout } from "./useGridLayout";

/** Above the grid: the row height, and which stored columns no longer exist. */
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
      <Segmented
        label={t("list.grid.density.title")}
        segments={densities.map((density) => ({
          value: density,
          content: t(`list.grid.density.${density}`),
        }))}
        value={layout.density}
        onChange={(density) => {
          change({ density });
        }}
      />
    </div>
  );
}
