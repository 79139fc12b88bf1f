import type { Generated, GeneratedAlways } from "kysely";
import type {
  GeneratedId,
  Id,
  Json,
  Nullable,
  NullableTimestamp,
  Timestamp,
} from "../platform/database/columnTypes";

/** A resource's document; see domain/declarations. */
type Document = Record<string, unknown>;

declare module "../platform/database/tables" {
  interface Tables {
    /** The published edit of a resource (`target`) and the file it was based on (`base`). */
    workspace_overlays: {
      resource: string;
      base: Json<Document>;
      target: Json<Document>;
      /** The change that published it. */
      version: Id;
      /** Whether it was exported to files. */
      is_exported: Generated<boolean>;
      /** When a server first read files that contain it. */
      taken_at: NullableTimestamp;
    };
    /** One published edit of a resource. */
    workspace_changes: {
      id: GeneratedId;
      resource: string;
      kind: "publish" | "rollback" | "export";
      /** The change that this one rolled back. */
      undoes: Id | null;
      /** Null where no signed-in user made it. */
      author_id: Id | null;
      author_name: string;
      at: Timestamp;
      reason: string;
      before: Json<Document>;
      after: Json<Document>;
      /** Parts that the edit opened to more viewers, by role. */
      widened: Json<{ role: string; parts: string[] }[]>;
    };
    /** Rows of resources with `store`, by the name of their row schema. */
    records: {
      id: GeneratedId;
      row_schema: string;
      /** The fields that people fill in. */
      data: Json<Record<string, unknown>>;
      version: Generated<number>;
      created_at: Timestamp;
      /** Null for records and changes of the program. */
      created_by: Nullable<Id>;
      updated_at: Timestamp;
      updated_by: Nullable<Id>;
      /** The user to whom the record belongs, by default the user who added it. */
      owner_id: Nullable<Id>;
      /** No two records of a row have the same one; null if the row has no rule. */
      unique_key: string | null;
    };
    /** Uploaded files of records; their bytes are in the storage under `key`. */
    record_files: {
      id: GeneratedId;
      key: string;
      name: string;
      type: Generated<string>;
      /** Bytes. */
      size: Generated<number>;
      row_schema: string;
      field: string;
      uploader_id: Id;
      /** The record to which the file belongs for ever; null until it is saved. */
      record_id: Nullable<Id>;
      /** The record that has the file now. */
      holder: Nullable<Id>;
      started_at: Timestamp;
      /** Null while the upload arrives, and if it broke. */
      stored_at: NullableTimestamp;
      /** Since when no record has the file. */
      released_at: NullableTimestamp;
    };
    /** One change of a record; it stays when the record is removed. */
    record_history: {
      id: GeneratedId;
      /** The change number, by which followers find it. */
      seq: GeneratedAlways<Id>;
      row_schema: string;
      record_id: Id;
      /** The version that the change made. */
      version: number;
      action: "create" | "update" | "remove";
      at: Timestamp;
      /** Null for a change of the program. */
      user_id: Nullable<Id>;
      user_name: string;
      /** The owner of the record after the change, or of a removed one before it. */
      owner_id: Nullable<Id>;
      before: Json<Record<string, unknown> | null>;
      after: Json<Record<string, unknown> | null>;
      /** The import or the undo that made the change. */
      import_id: Id | null;
    };
    /** Imports of tables into lists of records, and their undos. */
    record_imports: {
      id: GeneratedId;
      /** The name of the list. */
      resource: string;
      row_schema: string;
      at: Timestamp;
      user_id: Id;
      user_name: string;
      /** Empty for a pasted table. */
      file_name: string;
      /** The import that this batch undoes. */
      undoes: Id | null;
      added: number;
      /** The rows that an import has changed or that an undo has restored. */
      changed: number;
      ended: number;
      /** Added rows that an undo has removed. */
      removed: number;
      /** Rows with errors, or rows that were changed after the import. */
      left_out: number;
    };
  }
}

declare module "../platform/changes/announce" {
  interface ChangeTopics {
    records: true;
  }
}
