import type { Transaction } from "kysely";
import type { Viewer } from "../../../../domain/access";
import type { Tables } from "../../../platform/database/tables";
import type { FieldStorage } from "./rowSource";

/** The fields of a record. */
type Data = Readonly<Record<string, unknown>>;

/** Fields and rules that an area adds to the records of one row schema. */
export type RecordKind = {
  row: string;
  /** Fields of other tables, as SQL over `records`. The row schema marks them `x-core`. */
  fields?: Readonly<Record<string, FieldStorage>>;
  /** Returns the storage of fields whose value depends on the viewer. */
  fieldsFor?: (viewer: Viewer) => Readonly<Record<string, FieldStorage>>;
  /**
   * The fields whose values the area gives, when it adds a record or in `derive`. The row
   * schema marks them `readOnly`.
   */
  given?: readonly string[];
  /**
   * Reads the settings that derived fields depend on, once for all rows that are written
   * together, and returns the function that returns the derived fields of data. Every write
   * stores them with the data, whoever makes it, so that they always follow from the other
   * fields. The area itself writes its rows again when the settings change.
   */
  derive?: (trx: Transaction<Tables>) => Promise<(data: Data) => Data>;
  /**
   * Throws if a viewer who may remove records must not remove this one now, because of rows that
   * a condition of the call does not reach. The record is locked.
   */
  assertRemovable?: (
    trx: Transaction<Tables>,
    removed: { viewer: Viewer; data: Data },
  ) => Promise<void>;
  /**
   * Writes what follows elsewhere from a person's change of one record, in its transaction,
   * or throws if the viewer has no right to it. The record is locked and written. The area does
   * the same for its own writes. The rows have no import.
   */
  follow?: (
    trx: Transaction<Tables>,
    change: FollowedChange & { viewer: Viewer },
  ) => Promise<void>;
};

/** A change of one record, with its author. */
export type FollowedChange = {
  before: Data;
  after: Data;
  author: { userId: string | null; userName: string; at: Date };
};

/** Returns what an area adds to the records of a row schema. */
export type FindRecordKind = (row: string) => RecordKind | undefined;

/** Returns the data of records with their derived fields, in the given order. */
export async function withDerived(
  kind: RecordKind | undefined,
  trx: Transaction<Tables>,
  rows: readonly Data[],
): Promise<Data[]> {
  if (!kind?.derive || rows.length === 0) return [...rows];
  const derived = await kind.derive(trx);
  return rows.map((data) => ({ ...data, ...derived(data) }));
}
