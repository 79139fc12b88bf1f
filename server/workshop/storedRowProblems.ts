import {
  isNoDocument,
  noDocument,
  type Document,
} from "../../domain/declarations/document";
import { isEqual } from "../../domain/formats";
import { mayBeEmpty, type Resource } from "../../domain/resource";
import type { Database } from "../platform/database";
import type { MessageValues, Message, Problem } from "../platform/problem";
import { isCreated, problemAt, upgradeConditions } from "../workspace/overlay";
import { countRecords, countUnfilled } from "../workspace/records";
import type { Sources } from "../workspace/sources";

type ListEdit = {
  resource: string;
  files: Sources;
  sources: Sources;
  present: Document;
  document: Document;
};

/**
 * Returns the errors of a created list that its stored rows do not allow: other unique
 * fields or owners than those by which the rows were saved, also by an earlier list with its
 * name, a list that now has one row only, and newly required fields that some rows lack.
 */
export async function storedRowProblems(
  database: Pick<Database, "kysely">,
  edit: ListEdit,
): Promise<Problem[]> {
  const { sources, resource: name, present, document } = edit;
  if (!isCreated(edit, name) || isNoDocument(document)) return [];
  const isNew = isNoDocument(present);
  if (!isNew && isEqual(keysOf(present), keysOf(document))) return [];
  const count = await countRecords(database, name);
  if (count === 0) return [];
  const problem = (
    pointer: string,
    id: Message["id"],
    values: MessageValues,
  ): Problem =>
    problemAt({
      ...{ sources, name, document, change: { pointer } },
      message: { id, values },
    });
  const saved = isNew ? await lastDocument(database, name) : present;
  const [before, after] = [keysOf(saved), keysOf(document)];
  const changed = [
    ...(isEqual(before.unique, after.unique)
      ? []
      : [
          problem("/unique", "uniqueHasRows", {
            count,
            fields: before.unique.join(", ") || "–",
          }),
        ]),
    ...(isEqual(before.owner, after.owner)
      ? []
      : [problem("/owner", "ownerHasRows", { count })]),
    // The only row of a list has another stored key than the rows of other lists.
    ...(before.single !== after.single &&
    (after.single || after.unique.length > 0)
      ? [problem("/single", "singleHasRows", { count })]
      : []),
  ];
  const wasRequired = keysOf(present).required;
  const unfilled = await countUnfilled(
    database,
    name,
    after.required.filter((field) => !wasRequired.includes(field)),
  );
  return [
    ...changed,
    ...[...unfilled].map(([field, rows]) =>
      problem(`/fields/${field}`, "requiredHasRows", { count: rows }),
    ),
  ];
}

/** Returns what a document demands of rows that are stored already. */
function keysOf({ declaration, fields = {}, unique = [] }: Document) {
  const { owner, single = false } = declaration as Partial<Resource>;
  return {
    unique,
    single,
    // Without these fields, a row belongs to its author, whatever the other keys are.
    owner: { field: owner?.field ?? null, of: owner?.of ?? null },
    required: Object.entries(fields).flatMap(([name, { schema }]) =>
      mayBeEmpty(schema) || "x-when" in schema ? [] : [name],
    ),
  };
}

/** Returns the document of a list before it was removed. */
async function lastDocument(
  { kysely }: Pick<Database, "kysely">,
  resource: string,
): Promise<Document> {
  const last = await kysely
    .selectFrom("workspace_changes")
    .select(["before", "after"])
    .where("resource", "=", resource)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const documents = [last?.after, last?.before] as (Document | undefined)[];
  const found = documents.find((version) => version && !isNoDocument(version));
  return found ? upgradeConditions(found) : noDocument;
}
