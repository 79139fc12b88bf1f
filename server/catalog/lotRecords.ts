import type { Transaction } from "kysely";
import { japanDay } from "../../domain/japanTime";
import { lotStatuses } from "../../domain/lotStatus";
import type { Tables } from "../platform/database/tables";
import { resolveTerms, type DictionaryKind } from "./dictionaries";
import { lotSource } from "./lotSource";
import type { NeutralLot } from "./neutralLot";

type Storage = (typeof lotSource.fields)[keyof typeof lotSource.fields];
type TermStorage = Extract<Storage, { kind: "term" }>;

/** A lot as columns of the table, ready for JSON. */
export type LotRecord = Record<string, unknown>;

const storages: readonly (readonly [string, Storage])[] = Object.entries(
  lotSource.fields,
).filter(([name]) => name !== "id" && name !== "lotType");

/** Dictionaries whose words belong to a word of another, by its column. */
const parentColumns: Partial<Record<DictionaryKind, string>> = {
  model: lotSource.fields.maker.column,
};

const depthOf = ({ dictionary }: TermStorage) =>
  dictionary in parentColumns ? 1 : 0;

/** A word is looked up after the word it belongs to. */
const termFields = storages
  .flatMap(([name, storage]) =>
    storage.kind === "term" ? [[name, storage] as const] : [],
  )
  .sort(([, a], [, b]) => depthOf(a) - depthOf(b));

/** The columns that an import fills. */
export const recordColumns: readonly string[] = [
  "source",
  "source_id",
  "row_hash",
  "auction_day",
  "extra",
  ...storages.flatMap(([, storage]) =>
    "column" in storage ? [storage.column] : [],
  ),
];

/**
 * Lots as columns: words turned into dictionary ids (new ones added), the day
 * in Japan beside the moment, and fields without a column into `extra`.
 */
export async function lotRecords(
  trx: Transaction<Tables>,
  lots: readonly NeutralLot[],
): Promise<LotRecord[]> {
  const records = lots.map(plainRecord);
  for (const [name, { column, dictionary }] of termFields) {
    const parent = parentColumns[dictionary];
    const terms = lots.map(({ fields }, index) => {
      const word = textOf(fields[name]);
      const parentId = parent ? idOf(records[index]?.[parent]) : null;
      return word === null ? null : { name: word, parentId };
    });
    const find = await resolveTerms(
      trx,
      dictionary,
      terms.filter((term) => term !== null),
    );
    terms.forEach((term, index) => {
      const record = records[index];
      if (record) record[column] = term && find(term);
    });
  }
  return records;
}

function plainRecord(lot: NeutralLot): LotRecord {
  const { fields } = lot;
  const record: LotRecord = {
    source: lot.source,
    source_id: lot.sourceId,
    row_hash: lot.rowHash,
    extra: extraOf(fields),
  };
  for (const [name, storage] of storages) {
    const value = fields[name] ?? null;
    if (storage.kind === "column") record[storage.column] = value;
    if (storage.kind === "list")
      record[storage.column] = listOf(value).join(storage.separator);
  }
  const moment = textOf(fields.auctionDate);
  record.auction_day = moment && japanDay(new Date(moment));
  record.status ??= lotStatuses.unknown;
  return record;
}

const extraOf = (fields: NeutralLot["fields"]) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        !Object.hasOwn(lotSource.fields, name) &&
        value !== null &&
        value !== undefined,
    ),
  );

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : [];

const idOf = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
