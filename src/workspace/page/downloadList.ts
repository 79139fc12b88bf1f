import type { Store } from "ra-core";
import { listCall } from "../../../domain/listing/call";
import type { ExportFormat } from "../../../domain/listing/exportFormat";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import { loadConfiguration } from "../../providers/configuration";
import { request } from "../../providers/http";

/**
 * Has the browser download the whole list: its filters, its order, the columns
 * that are shown. HEAD is asked first, which refreshes the session and says
 * what is refused, since a download could not. Throws a `CallError`.
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
  const { page: _page, pageSize: _size, ...query } = listCall(resource, state);
  const columns = shownColumns(resource, store);
  const asked = { ...query, format, ...(columns ? { columns } : {}) };
  await request(path, { method: "HEAD", query: asked });
  const { apiBase } = await loadConfiguration();
  const link = document.createElement("a");
  link.href = `${apiBase}${path}?${new URLSearchParams(asked).toString()}`;
  link.download = "";
  link.click();
}

/** Ids of the columns that are left where the viewer has hidden some. */
function shownColumns(
  { name, columns }: Resource,
  store: Store,
): string | undefined {
  const grid = store.getItem<{ hidden?: Record<string, boolean> }>(
    `${name}.grid`,
  );
  const shown = columns.filter(({ id }) => grid?.hidden?.[id] !== false);
  return shown.length < columns.length && shown.length > 0
    ? shown.map(({ id }) => id).join(",")
    : undefined;
}
