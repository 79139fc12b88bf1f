import type { ColumnType, Generated } from "kysely";
import type { Language } from "../../domain/limits";
import type {
  CallState,
  GeneratedId,
  Id,
  NullableTimestamp,
  Timestamp,
  Nullable,
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
    /** Translated pictures of sheets, whose bytes are in the storage of files. */
    sheet_translations: {
      /** The hash of the picture's address. */
      picture: string;
      language: Language;
      address: string;
      state: CallState;
      attempts: ColumnType<number, number | undefined, number>;
      /** The time of the next call; a call reserves its picture by a later time. */
      due_at: Timestamp;
      /** The media type of the translated picture. */
      type: Nullable<string>;
    };
  }
}
