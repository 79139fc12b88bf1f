import type { Transaction } from "kysely";
import { japanDay } from "../../domain/japanTime";
import type { OfferingWord } from "../../domain/lotResult";
import { lotStatuses } from "../../domain/lotStatus";
import type { Tables } from "../platform/database/tables";
import {
  resolveTerms,
  type DictionaryKind,
  type KnownTerms,
} from "./dictionaries";
import { number, text, texts } from "./fieldValues";
import { lotSource } from "./lotSource";

/** A lot as read from a feed, in the fields of schemas/lot.json. */
export type NeutralLot = {
  /** The name of the feed. */
  source: string;
  /** The key of the lot within the feed. */
  sourceId: string;
  /** Validated values by schema field; times as ISO 8601 text. */
  fields: Readonly<Record<string, unknown>>;
  /** Whether the row revokes the result or postpones the sale. */
  word?: OfferingWord | null;
  /** Hash of the fields. A lot with an unchanged hash is not written again. */
  rowHash: string;
};

type Storage = (typeof lotSource.fields)[keyof typeof lotSource.fields];
type TermStorage = Extract<Storage, { kind: "term" }>;

/** Values of a lot by column name. */
export type LotRecord = Record<string, unknown>;

const storages: readonly (readonly [string, Storage])[] = Object.entries(
  lotSource.fields,
).filter(([name]) => name !== "id" && name !== "lotType");

/** For dictionaries with a parent: the column of the parent's id. */
const parentColumns: Partial<Record<DictionaryKind, string>> = {
  model: lotSource.fields.maker.column,
};

const depthOf = ({ dictionary }: TermStorage) =>
  dictionary in parentColumns ? 1 : 0;

/** Sorted so that the parent's id is known before a child is looked up. */
const termFields = storages
  .flatMap(([name, storage]) =>
    storage.kind === "term" ? [[name, storage] as const] : [],
  )
  .sort(([, a], [, b]) => depthOf(a) - depthOf(b));

/** The columns that an import writes. */
export const recordColumns: readonly string[] = [
  "offering",
  "result_revision",
  "result_at",
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
 * Converts lots into column values. Terms become dictionary ids, unknown terms
 * are added to their dictionary, and fields without a column go into `extra`.
 * `auction_day` is the day in Japan.
 */
export async function lotRecords(
  trx: Transaction<Tables>,
  lots: readonly NeutralLot[],
  knownTerms?: KnownTerms,
): Promise<LotRecord[]> {
  const records = lots.map(plainRecord);
  for (const [name, { column, dictionary }] of termFields) {
    const parent = parentColumns[dictionary];
    const terms = lots.map(({ fields }, index) => {
      const term = text(fields[name]);
      const parentId = parent ? number(records[index]?.[parent]) : null;
      return term === null ? null : { name: term, parentId };
    });
    const idOfTerm = await resolveTerms(
      trx,
      dictionary,
      terms.filter((term) => term !== null),
      knownTerms,
    );
    terms.forEach((term, index) => {
      const record = records[index];
      if (record) record[column] = term && idOfTerm(term);
    });
  }
  return records;
}

/** Returns the sale day of a lot in Japan, `YYYY-MM-DD`; null if it is unknown. */
export function saleDayOf({ fields }: NeutralLot): string | null {
  const auctionDate = text(fields.auctionDate);
  return auctionDate && japanDay(new Date(auctionDate));
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
      record[storage.column] = texts(value).join(storage.separator);
  }
  record.auction_day = saleDayOf(lot);
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
