import {
  noDocument,
  type CreatedField,
  type Document,
} from "../../../domain/declarations/document";
import { isEqual } from "../../../domain/formats";
import {
  isList,
  isObject,
  own,
  type Json,
  type JsonObject,
} from "../../../domain/declarations/json";
import { ownFields } from "../../../domain/declarations/createdRow";
import type { Labels } from "../../../domain/declarations/labels";
import { mayBeEmpty } from "../../../domain/resource";
import type { Sources } from "../sources";
import { blankRow, byLanguage } from "./createdRow";
import { documentIn, rowDocument, withDocument } from "./documents";

/** Declarations with published edits, and the files that they are based on. */
type Edited = { files: Sources; sources: Sources };

/** Returns the row schema of a list's document; undefined for a dashboard. */
export const rowOf = ({
  declaration,
}: Pick<Document, "declaration">): string | undefined =>
  typeof declaration.row === "string" ? declaration.row : undefined;

/** Returns whether a document is only a published edit. */
export const isCreated = (
  { files }: Pick<Edited, "files">,
  name: string,
): boolean =>
  documentIn(files, name) === undefined &&
  // A file with errors is a file.
  !files.problems.some(({ file }) =>
    ["", "resources/", "dashboards/"].some(
      (folder) => file === `${folder}${name}.json`,
    ),
  );

/**
 * Returns a document as the workshop edits it: with the fields of its row that the files
 * do not have. A name without a document has one without keys.
 */
export function editedDocument(edited: Edited, name: string): Document {
  const document = documentIn(edited.sources, name) ?? noDocument;
  const row = rowOf(document);
  if (row === undefined) return document;
  const { fields, unique } = rowParts(edited, row);
  return {
    ...document,
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(unique.length > 0 ? { unique } : {}),
  };
}

/** Returns the sources with a document of the workshop, and its row's part of it, replaced. */
export function withEdited(
  edited: Edited,
  name: string,
  { fields = {}, unique = [], ...document }: Document,
): Sources {
  const { files, sources } = edited;
  const replaced = withDocument(sources, name, document);
  const row = rowOf(document);
  const before = rowOf(documentIn(sources, name) ?? noDocument);
  // A created row belongs to the list with its name alone.
  if (before === name && row !== name && isCreated(edited, rowDocument(name)))
    return withDocument(replaced, rowDocument(name), noDocument);
  if (row === undefined) return replaced;
  const isSame = isEqual(rowParts(edited, row), { fields, unique });
  if (isSame && documentIn(sources, rowDocument(row))) return replaced;
  const file =
    documentIn(files, rowDocument(row)) ??
    (row === name ? blankRow(sources, row, unique) : undefined);
  return file
    ? withDocument(replaced, rowDocument(row), withFields(file, fields))
    : replaced;
}

/** The parts of a row schema that its file does not have. */
type RowParts = Required<Pick<Document, "fields" | "unique">>;

function rowParts({ files, sources }: Edited, row: string): RowParts {
  const present = documentIn(sources, rowDocument(row));
  if (!present) return { fields: {}, unique: [] };
  const file = documentIn(files, rowDocument(row));
  const known: JsonObject = file ? propertiesOf(file) : ownFields;
  const unique = own(present.declaration as JsonObject, "x-unique");
  return {
    unique: !file && isList(unique) ? (unique as string[]) : [],
    fields: Object.fromEntries(
      Object.entries(propertiesOf(present)).flatMap(([name, schema]) =>
        Object.hasOwn(known, name)
          ? []
          : [
              [
                name,
                {
                  schema: schema as CreatedField["schema"],
                  labels: byLanguage((language) =>
                    fieldLabels(present.labels[language], name),
                  ),
                },
              ] as const,
            ],
      ),
    ),
  };
}

/** Returns the fields of a row that its file or the program has, which are not edited. */
export const fileFields = (files: Sources, row: string): string[] => {
  const file = documentIn(files, rowDocument(row));
  return Object.keys(file ? propertiesOf(file) : ownFields);
};

const propertiesOf = ({ declaration }: Document): JsonObject => {
  const properties = own(declaration as JsonObject, "properties");
  return isObject(properties) ? properties : {};
};

const requiredOf = ({
  declaration: { required },
}: Pick<Document, "declaration">): Json[] =>
  Array.isArray(required) ? (required as Json[]) : [];

/** Returns the labels of one field: its `title`, and `choices.<value>`. */
function fieldLabels(labels: Labels, name: string): Labels {
  const choices = `choices.${name}.`;
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, text]): [string, string][] => {
      if (key === `fields.${name}`) return [["title", text]];
      return key.startsWith(choices)
        ? [[`choices.${key.slice(choices.length)}`, text]]
        : [];
    }),
  );
}

/** Returns the document of a row schema with these fields after its own. */
function withFields(
  { declaration, labels }: Document,
  fields: Readonly<Record<string, CreatedField>>,
): Document {
  const own = propertiesOf({ declaration, labels });
  const added = Object.entries(fields).filter(
    ([name]) => !Object.hasOwn(own, name),
  );
  const required = added.flatMap(([name, { schema }]) =>
    mayBeEmpty(schema) ? [] : [name],
  );
  return {
    declaration: {
      ...declaration,
      ...(required.length > 0
        ? { required: [...requiredOf({ declaration }), ...required] }
        : {}),
      properties: {
        ...own,
        ...Object.fromEntries(
          added.map(([name, { schema }]) => [name, schema as Json]),
        ),
      },
    },
    labels: byLanguage((language) => ({
      ...labels[language],
      ...Object.fromEntries(
        added.flatMap(([name, field]) =>
          Object.entries(rowLabels(field.labels[language], name)),
        ),
      ),
    })),
  };
}

/** The inverse of `fieldLabels`. */
const rowLabels = (labels: Labels, name: string): Labels =>
  Object.fromEntries(
    Object.entries(labels).map(([key, text]) => [
      key === "title"
        ? `fields.${name}`
        : `choices.${name}.${key.slice("choices.".length)}`,
      text,
    ]),
  );
