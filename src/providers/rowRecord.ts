import type { RaRecord } from "ra-core";

/** A row as a schema describes it; the declaration says what it holds. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A row among react-admin's records. `id` is the declaration's key; the row
 * itself stays whole, since its own `id` may be another one (a bid's is the
 * lot's).
 */
export type RowRecord = RaRecord<string> & { row: Row };
