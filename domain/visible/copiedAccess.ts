import { bothAccess } from "../access";
import type { Field, RowSchema } from "../resource";

/**
 * Returns the row with the access rules of the row that it copies: a copied
 * field is visible only to viewers who may see it in both rows. Otherwise a
 * field that is hidden in lots would be visible on every bid.
 */
export function withCopiedAccess(row: RowSchema, source: RowSchema): RowSchema {
  const properties = Object.entries(row.properties).map(
    ([name, field]): [string, Field] => {
      const original = Object.hasOwn(source.properties, name)
        ? source.properties[name]?.["x-access"]
        : undefined;
      if (!original) return [name, field];
      return [
        name,
        { ...field, "x-access": bothAccess(original, field["x-access"]) },
      ];
    },
  );
  return { ...row, properties: Object.fromEntries(properties) };
}
