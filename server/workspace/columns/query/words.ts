import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { filterId } from "../../../../domain/resource";
import type { Database } from "../../../platform/database";
import { runWithDeadline } from "../../../platform/deadline";
import type { IndexQuery } from "../../listing/query/listingIndex";
import { matchingWords } from "../../listing/query/narrowing";
import { searchParameter } from "../../listing/query/shownWords";
import {
  createDictionaryCache,
  type Word,
} from "../../listing/source/dictionaryCache";
import { fieldValue } from "../../listing/source/fieldSql";
import {
  fieldOf,
  storageOf,
  type RowSource,
} from "../../listing/source/rowSource";
import type { ColumnTable } from "../store/columnTable";
import type { Dictionary } from "../store/dictionary";

/** Answers of the database are kept for the latest searches. */
const mostSearches = 200;
const isAscii = /^[ -~]*$/;

/** The words of dictionaries behind the ids in a table. */
type Words = {
  /**
   * Loads the words of a table that are not known yet, once for all requests that wait
   * for them.
   */
  load(source: RowSource, table: ColumnTable): Promise<void>;
  find(dictionary: string, id: number): Word | undefined;
  /** Returns the ids of the words that a quick search finds, by field. */
  search(
    query: IndexQuery,
    table: ColumnTable,
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  /**
   * Returns a function that makes the texts of a query's filters and search lower.
   * Letters beyond ASCII become lower by the collation of the field in the database.
   */
  lower(query: IndexQuery): Promise<LowerText>;
};

/** Returns a text that is compared with a field, in lower case. */
export type LowerText = (field: string, text: string) => string;

/** The ids of words in a column, and their dictionary in the database. */
type TermColumn = { kind: string; dictionary: Dictionary };

export function createWords(database: Database): Words {
  const cache = createDictionaryCache(database);
  const loaded = new WeakMap<Dictionary, number>();
  const loading = new WeakMap<Dictionary, Promise<void>>();
  const searched = keepLatest<readonly number[]>();
  const lowered = keepLatest<string>();

  /** Loads the words of a dictionary that are not known yet. */
  const loadWords = async ({ kind, dictionary }: TermColumn) => {
    const { values } = dictionary;
    const size = values.length;
    const ids = values
      .slice(loaded.get(dictionary) ?? 0)
      .filter((id) => typeof id === "number");
    await cache.load(ids.map((id) => ({ kind, id })));
    loaded.set(dictionary, size);
  };

  /** The load is not under the deadline of the request that starts it. */
  const loadTogether = (column: TermColumn): Promise<void> => {
    const { dictionary } = column;
    const known = loading.get(dictionary);
    if (known) return known;
    const started = runWithDeadline(null, () => loadWords(column)).finally(
      () => {
        loading.delete(dictionary);
      },
    );
    loading.set(dictionary, started);
    return started;
  };

  const searchWords = (
    dictionary: string,
    parameter: Parameters<typeof matchingWords>[1],
    { text, size }: { text: string; size: number },
  ): Promise<readonly number[]> =>
    // A new word comes with a row, which makes the dictionary longer.
    searched([dictionary, parameter.match, size, text], async () => {
      const words = matchingWords(dictionary, parameter, text);
      const { rows } = await words.execute(database.kysely);
      return rows.map(({ id }) => id);
    });

  const lowerText = (
    { source, row }: IndexQuery,
    name: string,
    text: string,
  ): Promise<string> =>
    lowered([source.table, source.row, name, text], async () => {
      const value = fieldValue(source, name, fieldOf(row, name));
      // The text takes the collation of the field.
      const { rows } = await sql<{ text: string }>`
        select lower(case when false then ${value} else ${text} end) as text
        from (select 1) as single left join ${sql.table(source.table)} on false`.execute(
        database.kysely,
      );
      return rows[0]?.text ?? text;
    });

  return {
    lower: async (query) => {
      const found = new Map<string, string>();
      for (const [name, text] of textsOf(query))
        if (!isAscii.test(text))
          found.set(`${name} ${text}`, await lowerText(query, name, text));
      return (name, text) => found.get(`${name} ${text}`) ?? text.toLowerCase();
    },
    load: async (source, table) => {
      for (const column of termColumns(source, table)) {
        const { dictionary } = column;
        // A load that has begun already may not include the latest words.
        while (loaded.get(dictionary) !== dictionary.values.length)
          await loadTogether(column);
      }
    },
    find: (dictionary, id) => cache.find(dictionary, id),
    search: async ({ resource, source, state }, table) => {
      const found = new Map<string, readonly number[]>();
      const { search } = state;
      const parameter = searchParameter(resource, search);
      if (!search || !parameter) return found;
      for (const name of parameter.fields) {
        const storage = storageOf(source, name);
        const column = table.columns.indexOf(name);
        if (storage.kind !== "term" || column < 0) continue;
        const size = table.dictionary(column).values.length;
        const asked = { text: search.text, size };
        found.set(
          name,
          await searchWords(storage.dictionary, parameter, asked),
        );
      }
      return found;
    },
  };
}

/** Returns a function that reads answers of the database, and keeps the latest. */
function keepLatest<Answer extends object | string>() {
  const kept = new LRUCache<string, Answer>({ max: mostSearches });
  return async (
    question: readonly unknown[],
    read: () => Promise<Answer>,
  ): Promise<Answer> => {
    const key = JSON.stringify(question);
    const answer = kept.get(key) ?? (await read());
    kept.set(key, answer);
    return answer;
  };
}

/** Returns the columns of a table with ids of words. */
const termColumns = (source: RowSource, table: ColumnTable): TermColumn[] =>
  table.columns.flatMap((name, column): TermColumn[] => {
    const storage = storageOf(source, name);
    if (storage.kind !== "term") return [];
    const dictionary = table.dictionary(column);
    return [{ kind: storage.dictionary, dictionary }];
  });

/** Returns the texts that a query compares with texts of rows, by field. */
function textsOf({ resource, source, state }: IndexQuery): [string, string][] {
  const filtered = resource.filters.flatMap((filter): [string, string][] => {
    const chosen = state.filters[filterId(filter)];
    return chosen?.kind === "text" ? [[filter.field, chosen.text]] : [];
  });
  const { search } = state;
  const parameter = searchParameter(resource, search);
  const searched = (parameter?.fields ?? []).filter(
    (name) => storageOf(source, name).kind !== "term",
  );
  return search && parameter?.match !== "words"
    ? [
        ...filtered,
        ...searched.map((name): [string, string] => [name, search.text]),
      ]
    : filtered;
}
