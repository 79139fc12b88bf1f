import type { Document } from "../../../domain/declarations/document";
import type { Json } from "../../../domain/declarations/json";
import { ownFields } from "../../../domain/declarations/createdRow";
import { flatLabels } from "../../../domain/declarations/labels";
import { languageNames, type Language } from "../../../domain/limits";
import type { Sources } from "../sources";
import { localeFile } from "./documents";

/** Returns the schema of a created row, with the fields alone that the program fills in. */
export const blankRow = (
  { locales }: Pick<Sources, "locales">,
  row: string,
  unique: readonly string[],
): Document => ({
  declaration: {
    $schema: "./meta/row.json",
    $id: row,
    title: `A row of the list ${row}`,
    type: "object",
    additionalProperties: false,
    ...(unique.length > 0 ? { "x-unique": unique } : {}),
    required: ["id"],
    properties: ownFields,
  },
  labels: byLanguage((language) => {
    const texts = flatLabels(
      locales.find(({ file }) => file === localeFile(language))
        ?.content as Json,
    );
    const keys = [
      ["found", "list.found.row"],
      ...Object.keys(ownFields).map((name) => [
        `fields.${name}`,
        `workshop.newList.fields.${name}`,
      ]),
    ] as const;
    return Object.fromEntries(
      keys.flatMap(([key = "", from = ""]) => {
        const text = texts[from];
        return text === undefined ? [] : [[key, text]];
      }),
    );
  }),
});

/** Returns a value for each language. */
export const byLanguage = <Value>(
  valueOf: (language: Language) => Value,
): Record<Language, Value> =>
  Object.fromEntries(
    languageNames.map((language) => [language, valueOf(language)]),
  ) as Record<Language, Value>;
