import { sql } from "kysely";
import { tableSource } from "../workspace/listing";

const emailOf = (column: string) => ({
  kind: "expression" as const,
  expression: sql<string | null>`(
    select email from users where users.id = security_events.${sql.ref(column)})`,
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
