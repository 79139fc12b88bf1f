import { rowReplySchema } from "../../domain/listing/querySchema";
import { schemaPart } from "../platform/schemas/schemaPart";
import type { JsonSchema, SchemaRegistry } from "../platform/schemas/registry";

/** The reply of a list of bids, whose rows may lack what is kept from some. */
export function bidListSchema(
  schemas: SchemaRegistry,
  rowId: string,
): JsonSchema {
  const reply = schemaPart(schemas, "bid-list#/definitions/reply");
  const row = schemas.row(rowId);
  const items = rowReplySchema(row, Object.keys(row.properties));
  const cars = { type: "array", items };
  const properties = reply.properties as Readonly<Record<string, JsonSchema>>;
  return { ...reply, properties: { ...properties, cars } };
}
