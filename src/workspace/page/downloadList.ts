import type { Store } from "ra-core";
import { listCall } from "../../../domain/listing/call";
import type { ExportFormat } from "../../../domain/listing/querySchema";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import { downloadFile } from "../../providers/fetchFile";

/**
 * Downloads the whole list with its filters, its order and its visible columns.
 * Throws a `CallError`.
 */
export async function downloadList({
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

/** The ids of the visible columns; undefined if none or all are hidden. */
function visibleColumns(
  { name, columns }: Resource,
  store: Store,
): string | undefined {
  const grid = store.getItem<{ hidden?: Record<string, boolean> }>(
    `${name}.grid`,
  );
  const visible = columns.filter(({ id }) => grid?.hidden?.[id] !== false);
  return visible.length < columns.length && visible.length > 0
    ? visible.map(({ id }) => id).join(",")
    : undefined;
}
