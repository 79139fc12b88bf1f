import type { RaRecord } from "ra-core";
import { firstRowCall } from "../../domain/listing/firstCalls";
import type { Resource } from "../../domain/resource";
import type { Option } from "../../generated/schemas";
import { CallError, request, requestEarly } from "./http";

const detailOf = (resource: Resource, id: string) => {
  const call = firstRowCall(resource, id);
  if (!call) throw new Error(`${resource.name} has no detail call.`);
  return call;
};

/** Starts the call of `readRow` before the row's page is loaded. */
export function prefetchRow(resource: Resource, id: string): void {
  const { path, query } = detailOf(resource, id);
  requestEarly(path, query);
}

/** A row in full, and its version for `If-Match` if the server sent one. */
export type RowInFull<Detail = Row> = { detail: Detail; etag: string | null };

/** Reads a row in full by the declared detail call; throws as `request`. */
export async function readRow<Detail = Row>(
  resource: Resource,
  { id, signal }: { id: string; signal?: AbortSignal },
): Promise<RowInFull<Detail>> {
  const { path, query } = detailOf(resource, id);
  let etag: string | null = null;
  const { detail } = await request<{ detail: Detail }>(path, {
    query,
    signal,
    onHeaders: (headers) => {
      etag = headers.get("etag");
    },
  });
  return { detail, etag };
}

/** Returns the value of `If-Match` for a row that the server has sent. */
export const versionTag = ({ version }: Row): string | null =>
  typeof version === "number" ? `"${version}"` : null;

/**
 * Whether no such row exists: a malformed id gets 400, an unknown id 404. A row that is
 * shown stays when a proxy answers so without a code of the server.
 */
export const isUnknownRow = (error: unknown, shown?: object): boolean =>
  error instanceof CallError &&
  [400, 404].includes(error.status) &&
  (shown === undefined || error.code !== "internal");

/** A row of a list. Its fields are described by the row schema. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A row as a react-admin record. `id` is the value of the declaration's key.
 * The row keeps its own `id`, which may be the id of another row that it is about.
 */
export type RowRecord = RaRecord<string> & {
  row: Row;
  /** The row shows a change whose reply was lost. */
  isUnconfirmed?: boolean;
  /** The fields whose new values wait for a connection. */
  delayed?: readonly string[];
};

/** An option of a filter. Some servers give no count of matching rows. */
export type FilterOption = Omit<Option, "counter"> & { counter?: number };
