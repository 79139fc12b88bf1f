import { ownFields } from "../../../domain/declarations/createdRow";
import { noDocument } from "../../../domain/declarations/document";
import type { Labels } from "../../../domain/declarations/labels";
import type { Language } from "../../../domain/limits";
import { readStored, writeStored } from "../../providers/storage";
import {
  snapshotOf,
  startDraft,
  type Document,
  type Draft,
  type EditableResource,
} from "../document/draft";
import { storeDraft, storedDraft } from "../document/useDraft";
import { newDeclaration, withInput, type ListInput } from "./listInput";

/** The first field of a new list, which names its rows. */
const firstField = "name";
const longestName = 120;

/** Returns the document of a new list with one field, which names its rows. */
export function newDocument(
  input: ListInput,
  fieldTitles: Readonly<Record<Language, string>>,
): Document {
  const name = input.name.trim();
  const unique = [firstField];
  const labelsIn = (language: Language): Labels => ({
    title: input.titles[language].trim(),
  });
  return {
    declaration: {
      ...withInput(newDeclaration(name), input, unique),
      columns: [
        { id: firstField, fields: [firstField], sort: firstField },
        {
          id: "updated",
          fields: ["updatedAt", "updatedBy"],
          sort: "updatedAt",
        },
      ],
      filters: [],
      sorts: [
        { id: firstField, field: firstField },
        { id: "updatedAt", field: "updatedAt" },
      ],
      defaultOrder: { field: firstField, order: "ASC" },
      search: {
        parameters: [
          {
            value: "text",
            fields: [firstField],
            match: "contains",
            palette: true,
          },
        ],
        param: "search",
        send: ["where", "what"],
      },
      views: ["default", "card"],
    },
    labels: { en: labelsIn("en"), ru: labelsIn("ru") },
    fields: {
      [firstField]: {
        schema: {
          title: fieldTitles.en,
          type: "string",
          minLength: 1,
          maxLength: longestName,
        },
        labels: {
          en: { title: fieldTitles.en },
          ru: { title: fieldTitles.ru },
        },
      },
    },
    unique,
  };
}

/** The version of a list that does not exist, as the server names it. */
const noVersion = "0-none";

/** Returns a list that is not published yet, as the editor needs it. */
export const unpublishedList = (
  name: string,
  titleOf: (field: keyof typeof ownFields) => string,
): EditableResource => ({
  id: name,
  kind: "list",
  document: noDocument,
  version: noVersion,
  row: {
    $id: name,
    properties: Object.fromEntries(
      Object.entries(ownFields).map(([field, schema]) => [
        field,
        { ...schema, title: titleOf(field as keyof typeof ownFields) },
      ]),
    ),
  },
  structural: [],
  fieldLabels: { en: {}, ru: {} },
  filledBy: "forms",
  created: [],
  isCreated: true,
});

const namesKey = (userId: string) => `workshop.${userId}.newLists`;

/** Stores the draft of a new list in this browser. */
export const storeNewList = (userId: string, document: Document): void => {
  const name = String(document.declaration.name);
  beginAnew(userId, name, snapshotOf(document));
};

/** Stores the state of a draft as that of a new list. */
export function beginAnew(
  userId: string,
  name: string,
  present: Draft["present"],
): void {
  const draft = startDraft({ document: noDocument, version: noVersion });
  storeDraft(userId, name, { ...draft, present });
  const names = newLists(userId).filter((other) => other !== name);
  writeStored(namesKey(userId), JSON.stringify([...names, name]));
}

/** Returns the names of new lists whose drafts are in this browser. */
export function newLists(userId: string): string[] {
  try {
    const names: unknown = JSON.parse(readStored(namesKey(userId)) ?? "[]");
    return (Array.isArray(names) ? names : []).filter(
      (name): name is string =>
        typeof name === "string" && isNewList(userId, name),
    );
  } catch {
    return [];
  }
}

/** Returns whether this browser has a draft that creates the list. */
export const isNewList = (userId: string, name: string): boolean =>
  storedDraft(userId, name)?.base.version === noVersion;
