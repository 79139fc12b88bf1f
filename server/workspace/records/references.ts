import { sql, type Kysely, type Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import {
  copiesOf,
  isRecordId,
  namesOf,
  recordIdPattern,
  referencesOf,
  type RecordReference,
} from "../../../domain/recordReference";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Context } from "../context";
import { whereConditions, type FieldStorage } from "../listing";
import { scopeCondition } from "../listing/query/narrowing";
import type { RecordData } from "./recordQueries";
import { recordSource } from "./recordSource";
import { referredReason } from "./referredReason";

/** The declarations that say which lists a row refers to. */
export type ReferenceContext = Pick<Context, "schemas" | "workspace" | "clock">;

/** The declarations and the areas that say which fields are read from other rows. */
export type FieldContext = Pick<
  Context,
  "schemas" | "workspace" | "recordKinds"
>;

/** Returns the list to which a reference leads, if it is declared with records. */
export const referredList = (
  resources: readonly Resource[],
  { list }: RecordReference,
): Resource | undefined =>
  resources.find(({ name, store }) => name === list && store);

type Names = Readonly<Record<string, FieldStorage>>;

/** The names of a row schema, and the lists for which they were found. */
const foundNames = new WeakMap<
  RowSchema,
  { resources: readonly Resource[]; names: Names }
>();

/**
 * Returns where fields outside the data are found: fields of the area, and the names of other
 * records, which are read from those records, so that a new name acts at once. A removed
 * record has no name. Returns the same object until the declarations change.
 */
export function namesIn(
  { schemas, workspace, recordKinds }: FieldContext,
  row: string,
): Names {
  const schema = schemas.row(row);
  const resources = workspace.resources();
  const found = foundNames.get(schema);
  if (found?.resources === resources) return found.names;
  const names = {
    ...findNames(schema, resources),
    ...recordKinds(row)?.fields,
  };
  foundNames.set(schema, { resources, names });
  return names;
}

function findNames(schema: RowSchema, resources: readonly Resource[]): Names {
  const entries = namesOf(schema).map(
    ({ field, reference }): [string, FieldStorage] => {
      const target = referredList(resources, reference);
      const id = sql`records.data ->> ${sql.lit(reference.field)}`;
      if (!target) {
        const expression = sql<null>`null::text`;
        return [field, { kind: "expression", expression }];
      }
      const isReferred = sql`named.row_schema = ${sql.lit(target.row)} and named.id =
      case when ${id} ~ ${sql.lit(recordIdPattern)} then (${id})::bigint end`;
      const value = sql<
        string | null
      >`named.data ->> ${sql.lit(reference.name)}`;
      const storage = {
        kind: "expression" as const,
        expression: sql<string | null>`(
        select ${value} from records as named where ${isReferred})`,
        joined: {
          join: sql`left join records as named on ${isReferred}`,
          value: sql`(${value})`,
        },
      };
      return [field, storage];
    },
  );
  return Object.fromEntries(entries);
}

/**
 * Keeps the records to which changed data newly refer until the end of the transaction.
 * Throws invalid_fields if one of them does not exist in its list for the viewer.
 */
export async function assertReferredExist(
  { schemas, workspace, clock }: ReferenceContext,
  trx: Transaction<Tables>,
  {
    row,
    viewer,
    changes,
  }: {
    row: string;
    viewer: Viewer;
    changes: readonly { before: RecordData | null; after: RecordData }[];
  },
): Promise<void> {
  const copies = copiesOf(schemas.row(row));
  for (const reference of referencesOf(schemas.row(row))) {
    const { field } = reference;
    const isCopiedFrom = copies.some((copy) => copy.reference.field === field);
    const ids = new Set(
      changes.flatMap(({ before, after }) => {
        const id = after[field];
        return typeof id === "string" && id !== before?.[field] ? [id] : [];
      }),
    );
    if (ids.size === 0) continue;
    const target = referredList(workspace.resources(), reference);
    const wellFormed = [...ids].filter(isRecordId);
    const found =
      target && wellFormed.length === ids.size
        ? await trx
            .selectFrom("records")
            .select("id")
            .where(sql<boolean>`records.id = any(${wellFormed}::bigint[])`)
            .where(
              scopeCondition(recordSource(target.row), {
                ...{ resource: target, row: schemas.row(target.row), viewer },
                where: fixedConditions(target.where, {
                  ...{ viewer, now: clock.now() },
                }),
              }),
            )
            .orderBy("id")
            // Copied values stay until the commit, names are read later.
            .$if(isCopiedFrom, (query) => query.forShare())
            .$if(!isCopiedFrom, (query) => query.forKeyShare())
            .execute()
        : [];
    if (found.length < ids.size) throw fieldFailure(field, "record_missing");
  }
}

/**
 * Throws record_referred, which names both records, if other records refer to one of these.
 * Locks these, so that a write that will refer to one waits until the end of the transaction.
 */
export async function assertNotReferred(
  context: ReferenceContext & Pick<Context, "messages">,
  trx: Transaction<Tables>,
  {
    resource,
    viewer,
    ids,
  }: { resource: Resource; viewer: Viewer; ids: readonly string[] },
): Promise<void> {
  const { schemas, workspace } = context;
  const { row: referred } = resource;
  const locked = await trx
    .selectFrom("records")
    .select(["id", "data"])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  const resources = workspace.resources();
  const rows = new Set(
    resources.flatMap(({ row: each, store }) => (store ? [each] : [])),
  );
  for (const other of rows)
    for (const reference of referencesOf(schemas.row(other))) {
      if (referredList(resources, reference)?.row !== referred) continue;
      const source = recordSource(other);
      const row = schemas.row(other);
      const refers = { field: reference.field, in: [...ids] };
      const referring = await trx
        .selectFrom("records")
        .select(["id", "data"])
        .where("row_schema", "=", other)
        // The expression of the index of this field.
        .where(
          sql<boolean>`${sql.join(whereConditions(source, row, [refers]), sql` and `)}`,
        )
        .where(sql<boolean>`not id = any(${ids}::bigint[])`)
        .limit(1)
        .executeTakeFirst();
      if (!referring) continue;
      const list = resources.find(
        (each) => each.row === other && isAllowed(each.access, viewer),
      );
      const to = locked.find(
        ({ id }) => id === referring.data[reference.field],
      );
      throw failure("record_referred", {
        ...(list &&
          to && {
            reason: referredReason(context, viewer, {
              referred: { resource, ...to },
              referring: { resource: list, ...referring },
            }),
          }),
      });
    }
}

/**
 * Returns a function that adds the present names of the records to which data refer, and
 * leaves out their ids, for people who read the data.
 */
export async function historyNames(
  { workspace }: Pick<Context, "workspace">,
  kysely: Kysely<Tables>,
  { row, data }: { row: RowSchema; data: readonly RecordData[] },
): Promise<(data: RecordData) => RecordData> {
  const named = await Promise.all(
    namesOf(row).map(async ({ field, reference }) => {
      const target = referredList(workspace.resources(), reference);
      const ids = data
        .map((each) => each[reference.field])
        .filter((id): id is string => typeof id === "string" && isRecordId(id));
      const found =
        target && ids.length > 0
          ? await kysely
              .selectFrom("records")
              .select("id")
              .select(sql<string | null>`data ->> ${reference.name}`.as("name"))
              .where("row_schema", "=", target.row)
              .where(sql<boolean>`id = any(${ids}::bigint[])`)
              .execute()
          : [];
      const names = new Map(found.map(({ id, name }) => [id, name]));
      return { field, id: reference.field, names };
    }),
  );
  return (each) =>
    Object.fromEntries([
      ...Object.entries(each).filter(
        ([name]) => !named.some(({ id }) => id === name),
      ),
      ...named.flatMap(({ field, id, names }) => {
        const value = each[id];
        // A removed record is shown by its id.
        return typeof value === "string"
          ? [[field, names.get(value) ?? value] as const]
          : [];
      }),
    ]);
}
