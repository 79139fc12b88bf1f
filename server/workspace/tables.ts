import type { Generated, GeneratedAlways } from "kysely";
import type {
  GeneratedId,
  Id,
  Json,
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
      created_by: Id;
      updated_at: Timestamp;
      updated_by: Id;
      /** No two records of a row have the same one; null if the row has no rule. */
      unique_key: string | null;
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
      user_id: Id;
      user_name: string;
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
