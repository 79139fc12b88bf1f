import type { Resource, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { type Translate, useT } from "../../providers/i18n/useT";
import { knownTexts, useFieldText, type WriteField } from "../fieldText";
import { useListing } from "./ListingContext";

type NamedRow = { id: string; row: Row };

/**
 * Returns the name of a row: the texts of the title of its card, else of the first field
 * of the first column that is no photo, else its number.
 */
export function rowTitle(
  { id, row }: NamedRow,
  {
    resource: { card, columns },
    schema,
    write,
    t,
  }: { resource: Resource; schema: RowSchema; write: WriteField; t: Translate },
): string {
  const isText = (name: string) =>
    schema.properties[name]?.["x-shown"] !== "photos";
  const names =
    card?.title ?? columns[0]?.fields.filter(isText).slice(0, 1) ?? [];
  return knownTexts(write, row, names).join(" ") || t("row.number", { id });
}

/** Returns a function that names a row of the list. */
export function useRowTitle(): (record: NamedRow) => string {
  const { resource, row: schema } = useListing();
  const write = useFieldText();
  const t = useT();
  return (record) => rowTitle(record, { resource, schema, write, t });
}

/**
 * Returns a function that names a row in questions and messages: by its title and the
 * first value below it on the card, which tells it from rows with the same title. The
 * row without an id, to which actions of the whole list apply, has the name of the list.
 */
export function useRowName(): (record: NamedRow) => string {
  const { resource, labels } = useListing();
  const write = useFieldText();
  const title = useRowTitle();
  const below = resource.card?.lines?.[0]?.slice(0, 1) ?? [];
  return (record) =>
    record.id === ""
      ? labels.title
      : [title(record), ...knownTexts(write, record.row, below)].join(", ");
}
