import { exportFormats } from "../../../domain/listing/exportFormat";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Icon } from "../../ui/Icon";
import { useListing } from "../listing/ListingContext";
import { useExport } from "./useExport";
import styles from "../../ui/Segments.module.css";

/** The whole list as a file, where the server writes one. */
export function ExportButtons() {
  const { resource } = useListing();
  const { isServed } = useWorkspace();
  const t = useT();
  const { exportAs, isPending } = useExport();
  if (!isServed || !resource.calls.export) return null;
  return (
    <div
      className={styles.labelled}
      role="group"
      aria-label={t("list.export.title")}
    >
      <Icon name="download" size={16} />
      <div className={styles.segments}>
        {exportFormats.map((format) => (
          <button
            key={format}
            type="button"
            className={styles.segment}
            disabled={isPending}
            title={t("list.export.as", { format: format.toUpperCase() })}
            onClick={() => {
              exportAs(format);
            }}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
