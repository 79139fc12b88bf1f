import styles from "../../ui/Segments.module.css";
import { useStoreContext, type Store } from "ra-core";
import { useState } from "react";
import { listCall } from "../../../domain/listing/call";
import {
  exportFormats,
  type ExportFormat,
} from "../../../domain/listing/querySchema";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import { downloadFile } from "../../providers/fetchFile";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Icon } from "../../ui/Icon";
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

/**
 * Downloads the whole list with its filters, its order and its visible columns.
 * Throws a `CallError`.
 */
async function downloadList({
  resource,
  state,
  format,
  store,
}: {
  resource: Resource;
  state: ListingState;
  format: ExportFormat;
  store: Store;
}): Promise<void> {
  const { path } = resource.calls.export ?? {};
  if (!path) return;
  const {
    page: _page,
    pageSize: _size,
    ...filters
  } = listCall(resource, state);
  const columns = visibleColumns(resource, store);
  const query = { ...filters, format, ...(columns ? { columns } : {}) };
  await downloadFile(path, query);
}

/** The ids of the visible columns and of the fields only in files; undefined if none or all are hidden. */
function visibleColumns(
  { name, columns, exported = [] }: Resource,
  store: Store,
): string | undefined {
  const grid = store.getItem<{ hidden?: Record<string, boolean> }>(
    `${name}.grid`,
  );
  const visible = columns.filter(({ id }) => grid?.hidden?.[id] !== false);
  return visible.length < columns.length && visible.length > 0
    ? [...visible.map(({ id }) => id), ...exported].join(",")
    : undefined;
}
