import type { Viewer } from "../../../domain/access";
import type { RowSchema } from "../../../domain/resource";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { Context } from "../context";
import type { ComputeFields, ListingReader } from "../listing";

/** The parts of the context that a draft of the declarations replaces. */
export type ListContext = Pick<
  Context,
  "schemas" | "workspace" | "messages" | "database" | "clock"
>;

/** How an area answers every list over one row schema. */
export type RowLists = {
  row: RowSchema["$id"];
  reader: ListingReader;
  /**
   * Returns the values of those computed fields, which the table does not hold,
   * that `fields` contains: a part of a row for each id.
   */
  computeFields?: ComputeFields;
  /** The key of the list reply for the number of rows without any filter. */
  totalKey?: string;
  /** Reads one row in full. Without it, lists of the row have no detail call. */
  detail?: {
    /** References into schemas/, or schemas. */
    query: string | JsonSchema;
    reply: string | ((row: RowSchema) => JsonSchema);
    /** Whether reading writes rows: then calls from other sites are rejected. */
    changesState?: boolean;
    read(
      context: ListContext,
      request: { resource: string; viewer: Viewer; id: string },
    ): Promise<object>;
    /** Returns the ETag of a reply, if its row has versions. */
    tagOf?: (reply: object) => string | undefined;
  };
};

/** Returns how the lists over a row schema are answered, if any area does. */
export type FindLists = (row: RowSchema["$id"]) => RowLists | undefined;
