import type { Resource, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useKnownTexts } from "../useFieldText";

/**
 * Returns a function that names a row by the texts of its first column, else by
 * its key. It needs a `FieldTextProvider`.
 */
export function useRowTitle(
  resource: Resource,
  schema: RowSchema,
): (row: Row, id: string) => string {
  const t = useT();
  const knownTexts = useKnownTexts();
  const [first] = resource.columns;
  const fields = (resource.card?.title ?? first?.fields ?? []).filter(
    (name) => schema.properties[name]?.["x-shown"] !== "photos",
  );
  return (row, id) =>
    knownTexts(row, fields).join(" · ") || t("row.number", { id });
}
