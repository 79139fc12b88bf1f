import { useState } from "react";
import { useStoreContext } from "ra-core";
import {
  exportFormats,
  type ExportFormat,
} from "../../../domain/listing/querySchema";
import { loadModule } from "../../providers/loadModule";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Icon } from "../../ui/Icon";
import styles from "../../ui/Segments.module.css";
import { useListing, useListQuery } from "../listing/ListingContext";

/** Buttons that download the whole list, if the server can export it. */
export function ExportButtons({
  onErrorChange,
}: {
  /** Gets undefined when an export starts, and its error if it fails. */
  onErrorChange: (error: unknown) => void;
}) {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { isOwnServer } = useWorkspace();
  const store = useStoreContext();
  const t = useT();
  const [isPending, setIsPending] = useState(false);
  if (!isOwnServer || !resource.calls.export) return null;
  const exportAs = async (format: ExportFormat) => {
    setIsPending(true);
    onErrorChange(undefined);
    try {
      const { downloadList } = await loadModule(() => import("./downloadList"));
      await downloadList({ resource, state, format, store });
    } catch (error) {
      onErrorChange(error);
    } finally {
      setIsPending(false);
    }
  };
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
            // A disabled button would lose the focus.
            aria-disabled={isPending}
            title={t("list.export.as", { format: format.toUpperCase() })}
            onClick={() => {
              if (!isPending) void exportAs(format);
            }}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
