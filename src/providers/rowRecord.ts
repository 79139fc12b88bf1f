import type { RaRecord } from "ra-core";
import type { Option } from "../../generated/schemas";

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
