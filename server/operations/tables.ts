import type { Id, Timestamp } from "../platform/database/columnTypes";

declare module "../platform/database/tables" {
  interface Tables {
    /** Hashes of ranges of append-only tables, as one chain. Rows are never changed. */
    seals: {
      /** 1, 2, 3 without a gap. */
      number: Id;
      sealed_table: string;
      /** The columns that the hash covers, comma separated; see `SealedTable`. */
      columns: string;
      /** The range of ids, with both ends. */
      first_id: Id;
      last_id: Id;
      row_count: number;
      /** SHA-256 of the rows in hexadecimal. */
      rows_hash: string;
      previous_head: string;
      /** SHA-256 of all other columns in hexadecimal. */
      head: string;
      sealed_at: Timestamp;
    };
  }
}
