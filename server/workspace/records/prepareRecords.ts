import { sql, type Transaction } from "kysely";
import { isRecordId } from "../../../domain/recordReference";
import type { Resource } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import type { Context } from "../context";
import { withDerived } from "../listing/source/recordKind";
import { onlyOneKey } from "./onlyOne";
import {
  uniqueKeyOf,
  type PreparedRecord,
  type RecordData,
} from "./recordQueries";
import { withCopies } from "./withCopies";

/**
 * Returns what every write of records stores, in the given order: the data with the copied and
 * derived fields, their unique keys and their owners. Rows that name no owner belong to their
 * author, whose id is `authorId`.
 */
export async function prepareRecords(
  { schemas, recordKinds }: Pick<Context, "schemas" | "recordKinds">,
  trx: Transaction<Tables>,
  resource: Pick<Resource, "row" | "single" | "owner">,
  rows: readonly RecordData[],
  authorId: string | null = null,
): Promise<PreparedRecord[]> {
  const schema = schemas.row(resource.row);
  const copied = await withCopies(trx, schema, rows);
  const derived = await withDerived(recordKinds(resource.row), trx, copied);
  const ownerOf = await findOwners(trx, resource.owner, derived);
  return derived.map((after) => ({
    after,
    uniqueKey:
      uniqueKeyOf(resource, schema, after) ??
      onlyOneKey(schema, after, authorId),
    ownerId: ownerOf(after),
  }));
}

/** Returns what a write of one record stores. */
export async function prepareRecord(
  context: Pick<Context, "schemas" | "recordKinds">,
  trx: Transaction<Tables>,
  resource: Pick<Resource, "row" | "single" | "owner">,
  data: RecordData,
  authorId: string | null = null,
): Promise<PreparedRecord> {
  const [prepared] = await prepareRecords(
    ...([context, trx, resource, [data], authorId] as const),
  );
  if (!prepared) throw new Error("A record was not prepared.");
  return prepared;
}

/** Returns the function that finds the owner whom data name, by themselves or by a record. */
async function findOwners(
  trx: Transaction<Tables>,
  owner: Resource["owner"],
  rows: readonly RecordData[],
): Promise<(data: RecordData) => string | null> {
  const { field, of } = owner ?? {};
  if (field !== undefined) return (data) => idIn(data, field);
  if (of === undefined) return () => null;
  const ids = [...new Set(rows.flatMap((data) => idIn(data, of) ?? []))];
  const found = await trx
    .selectFrom("records")
    .select(["id", "owner_id"])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const owners = new Map(found.map((record) => [record.id, record.owner_id]));
  return (data) => owners.get(idIn(data, of) ?? "") ?? null;
}

/** Returns the id in a field of data; null without a well-formed id. */
function idIn(data: RecordData, name: string): string | null {
  const id = data[name];
  return typeof id === "string" && isRecordId(id) ? id : null;
}
