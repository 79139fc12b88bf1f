import type { Generated } from "kysely";
import type {
  GeneratedId,
  Id,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";

declare module "../platform/database/tables" {
  interface Tables {
    /** Uploaded files; their bytes are in the storage under `key`. */
    files: {
      id: GeneratedId;
      owner_id: Id;
      key: string;
      name: string;
      type: Generated<string>;
      /** Bytes. */
      size: Generated<number>;
      started_at: Timestamp;
      /** Null while the upload arrives, and if it broke. */
      stored_at: NullableTimestamp;
    };
  }
}
