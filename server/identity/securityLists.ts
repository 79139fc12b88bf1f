import { sql } from "kysely";
import type { Context } from "../workspace/context";
import { createListingReader, tableSource } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";

const emailOf = (column: string) => ({
  kind: "expression" as const,
  expression: sql<string | null>`(
    select email from users where users.id = security_events.${sql.ref(column)})`,
  readsOthers: true,
});

/** The security log. The access rule of the list guards it. */
export const securitySource = tableSource({
  row: "security-event",
  table: "security_events",
  columns: {
    at: "at",
    event: "event",
    address: "address",
    requestId: "request_id",
    detail: "detail",
  },
  fields: {
    user: emailOf("user_id"),
    actor: {
      ...emailOf("actor_id"),
      expression: sql<string | null>`coalesce(
        security_events.actor, ${emailOf("actor_id").expression})`,
    },
  },
});

/** Returns how the engine answers lists of the security log. */
export const securityLists = (context: Context): RowLists => ({
  row: securitySource.row,
  reader: createListingReader(context, securitySource),
});
