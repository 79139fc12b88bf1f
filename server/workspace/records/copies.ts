import { isDeepStrictEqual } from "node:util";
import { sql, type Transaction } from "kysely";
import {
  copiesOf,
  isCopied,
  isRecordId,
  type RecordCopy,
} from "../../../domain/recordReference";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import { fieldFailure } from "../../platform/errors";
import type { Context } from "../context";
import { whereConditions } from "../listing";
import { changeMany } from "./import/importQueries";
import { prepareRecords } from "./prepareRecords";
import type { AnyAuthor, RecordData, StoredRecord } from "./recordQueries";
import { recordSource } from "./recordSource";
import { referredList } from "./references";

type Trx = Transaction<Tables>;
type Scope = Pick<Context, "schemas" | "workspace" | "recordKinds">;

/** A list whose rows copy fields of the rows of another schema. */
type CopyingList = { resource: Resource; copies: RecordCopy[] };

/** Returns the lists whose rows copy fields of the rows of a schema; one for each row schema. */
function copyingLists(
  { schemas, workspace }: Pick<Scope, "schemas" | "workspace">,
  referred: string,
): CopyingList[] {
  const resources = workspace.resources();
  const byRow = new Map(
    resources.flatMap((resource) =>
      resource.store ? [[resource.row, resource]] : [],
    ),
  );
  return [...byRow.values()]
    .map((resource) => ({
      resource,
      copies: copiesOf(schemas.row(resource.row)).filter(
        ({ reference }) => referredList(resources, reference)?.row === referred,
      ),
    }))
    .filter(({ copies }) => copies.length > 0);
}

/** Returns the row schemas whose records a write of records of a schema may rewrite, in order. */
export const copyingRows = (
  context: Pick<Scope, "schemas" | "workspace">,
  referred: string,
): string[] =>
  copyingLists(context, referred)
    .map(({ resource }) => resource.row)
    .sort();

/**
 * Holds the records that data name and whose fields they copy until the end of the
 * transaction. A write locks these before its own record, in the order of their ids, because
 * a write of such a record then locks the records that copy it.
 */
export async function holdCopied(
  trx: Trx,
  row: RowSchema,
  data: RecordData,
): Promise<void> {
  const ids = copiesOf(row)
    .map(({ reference }) => data[reference.field])
    .filter(isRecordId);
  if (ids.length === 0) return;
  await trx
    .selectFrom("records")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forShare()
    .execute();
}

/** Throws invalid_fields if a change gives another value to a field that the program copies. */
export function assertCopiesKept(
  row: RowSchema,
  { before, after }: { before: RecordData; after: RecordData },
): void {
  const changed = copiesOf(row).find(
    ({ field, reference: { field: by } }) =>
      isCopied(row.properties[field] ?? {}, before) &&
      after[by] === before[by] &&
      Object.hasOwn(after, field) &&
      !isDeepStrictEqual(after[field] ?? null, before[field] ?? null),
  );
  if (changed) throw fieldFailure(changed.field, "value_copied");
}

type LockedRow = StoredRecord & { id: string };

/** Records that copy fields of changed records, locked until the end of the transaction. */
type CopyingRecords = { resource: Resource; records: LockedRow[] }[];

/**
 * Locks the records that copy fields which differ between two versions of records, in the
 * order of their ids. The caller has locked the changed records and waited for the imports
 * of `copyingRows`.
 */
export async function lockCopying(
  context: Pick<Scope, "schemas" | "workspace">,
  trx: Trx,
  {
    row,
    changes,
  }: {
    row: string;
    changes: readonly { id: string; before: RecordData; after: RecordData }[];
  },
): Promise<CopyingRecords> {
  const locked: CopyingRecords = [];
  for (const { resource, copies } of copyingLists(context, row)) {
    const changed = changes
      .filter(({ before, after }) =>
        copies.some(
          ({ of }) => !isDeepStrictEqual(before[of] ?? null, after[of] ?? null),
        ),
      )
      .map(({ id }) => id);
    const fields = [...new Set(copies.map(({ reference }) => reference.field))];
    if (changed.length === 0) continue;
    const source = recordSource(resource.row);
    const schema = context.schemas.row(resource.row);
    // The expressions of the indexes of these fields.
    const refers = fields.flatMap((field) =>
      whereConditions(source, schema, [{ field, in: changed }]),
    );
    const records = await trx
      .selectFrom("records")
      .select(["id", "version", "data"])
      .where("row_schema", "=", resource.row)
      .where(sql<boolean>`(${sql.join(refers, sql` or `)})`)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    locked.push({ resource, records });
  }
  return locked;
}

/** A statement writes this many records in some ten milliseconds. */
const atOnce = 500;

/**
 * Gives locked records the present values of the records to which they refer, with their
 * derived fields. Their versions rise, and their histories have the change. The caller has
 * written those records and announced the change. Throws invalid_fields if a record would
 * have its days in a wrong order.
 */
export async function rewriteCopying(
  context: Scope,
  trx: Trx,
  { locked, author }: { locked: CopyingRecords; author: AnyAuthor },
): Promise<void> {
  for (const { resource, records } of locked)
    for (let from = 0; from < records.length; from += atOnce) {
      const chunk = records.slice(from, from + atOnce);
      const prepared = await prepareRecords(
        ...([context, trx, resource] as const),
        chunk.map(({ data }) => data),
      );
      const changed = prepared.flatMap((each, index) => {
        const stored = chunk[index];
        return stored && !isDeepStrictEqual(each.after, stored.data)
          ? [{ stored, ...each }]
          : [];
      });
      for (const { stored, after } of changed)
        assertOrdered(context, resource, { before: stored.data, after });
      if (changed.length > 0)
        await changeMany(
          trx,
          { row: resource.row, batch: null, author },
          changed,
        );
    }
}

/**
 * Throws invalid_fields if copied days come after later days of a row, which people could then
 * not save any more.
 */
function assertOrdered(
  { schemas }: Pick<Scope, "schemas">,
  { row }: Resource,
  { before, after }: { before: RecordData; after: RecordData },
): void {
  const disordered = (data: RecordData) =>
    schemas
      .validator(row)(data)
      .filter(({ keyword }) => keyword === "x-notBefore").length;
  if (disordered(after) <= disordered(before)) return;
  const copy = copiesOf(schemas.row(row)).find(
    ({ field }) => !isDeepStrictEqual(after[field], before[field]),
  );
  throw fieldFailure(copy?.of ?? "", "copy_refused");
}
