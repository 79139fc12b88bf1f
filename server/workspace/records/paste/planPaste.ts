import { mostSelectedRows } from "../../../../domain/limits";
import { runInTurns } from "../../../platform/steps";
import { comparable } from "../import/comparable";
import type { ImportField } from "../import/importFields";
import type { ImportContext } from "../import/importPlan";
import { writableScope, type StoredRow } from "../import/storedRows";
import {
  isHeading,
  pasteColumns,
  pasteFields,
  type PasteColumn,
  type PasteFields,
} from "./pasteFields";
import type { PastePlan, PasteRequest } from "./pastePlan";
import { rowFinder, rowsById, type KeyTexts } from "./pastedRows";
import { planRows, type FindRows } from "./planRows";
import { readSheet, type SheetLine } from "./readSheet";

/** Finds the rows that have the texts of a line in these fields. */
type FindByKeys = (
  keys: readonly ImportField[],
  lines: readonly KeyTexts[],
) => Promise<(key: KeyTexts) => readonly StoredRow[]>;

/**
 * Returns what a paste changes, without writing anything. Throws invalid_fields for a text
 * without cells, or with more lines than the action takes rows.
 */
export async function planPaste(
  context: ImportContext,
  request: PasteRequest,
): Promise<PastePlan> {
  const { kysely } = context.database;
  const { resource, action, text, ids } = request;
  const row = context.schemas.row(resource.row);
  const scope = writableScope(context, request);
  const sheet = readSheet(text, action.mostRows ?? mostSelectedRows);
  const fields = await pasteFields(context, { ...request, row, scope });
  const [first = { line: 1, cells: [] }] = sheet;
  const hasHeadings = request.hasHeadings ?? isHeading(first, fields);
  const lines = hasHeadings ? sheet.slice(1) : sheet;
  const findByKeys: FindByKeys = (keys, texts) =>
    rowFinder(kysely, { scope, keys, lines: texts });
  const columnsOf = (chosen: PasteRequest["columns"]) =>
    pasteColumns(
      first.cells.map((cell) => (hasHeadings ? cell : "")),
      fields,
      { chosen, byKey: !ids },
    );
  const byHeadings = columnsOf(request.columns);
  const isGuessed =
    !request.columns && (!hasHeadings || (!ids && lacksKey(byHeadings)));
  const guessed = isGuessed
    ? await guessColumns(lines, fields, ids ? null : findByKeys)
    : undefined;
  const columns = (
    hasHeadings && guessed?.[0]
      ? columnsOf([
          guessed[0],
          ...byHeadings.slice(1).map(({ field }) => field),
        ])
      : guessed
        ? columnsOf(guessed)
        : byHeadings
  ).map((column, index) => ({
    ...column,
    sample: lines.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? "",
  }));
  const known = [...fields.keys, ...fields.values];
  const used = columns.flatMap((column, index) => {
    const field = known.find(({ name }) => name === column.field);
    return field ? [{ ...field, isKey: column.isKey, index }] : [];
  });
  const keys = used.filter(({ isKey }) => isKey);
  const values = used.filter(({ isKey }) => !isKey);
  const namesOf = (list: readonly ImportField[]) =>
    list.map(({ name }) => name);
  const plan = {
    ...{ columns, hasHeadings },
    fields: {
      keys: ids ? [] : namesOf(fields.keys),
      values: namesOf(fields.values),
    },
    withoutLine: Math.max(0, (ids?.length ?? 0) - lines.length),
  };
  const isLost = !ids && keys.length === 0;
  if (isLost || values.length === 0) {
    const missing = isLost ? "key" : "value";
    return { ...plan, missing, needsDayOrder: false, rows: [] };
  }
  const find = ids
    ? await findByOrder()
    : await findByTexts(lines, keys, findByKeys);
  const planned = await runInTurns(
    planRows(context, { ...request, row, lines, keys, values, find }),
  );
  return { ...plan, ...planned, missing: null };

  async function findByOrder(): Promise<FindRows> {
    const shown = ids ?? [];
    const stored = await rowsById(kysely, { scope, ids: shown });
    const start = hasHeadings ? 2 : 1;
    return ({ line }) => {
      const id = shown[line - start];
      const found = id === undefined ? undefined : stored.get(id);
      return found ? [found] : id === undefined ? null : [];
    };
  }
}

/** Returns whether no column identifies the rows, and the heading of the first one is unknown. */
const lacksKey = (columns: readonly PasteColumn[]): boolean =>
  columns[0]?.state === "unknown" && columns.every(({ isKey }) => !isKey);

/**
 * Returns the fields of columns without headings: the only field that the paste changes, or the
 * key that has most of the texts of the first column.
 */
async function guessColumns(
  lines: readonly SheetLine[],
  { keys, values }: PasteFields,
  findByKeys: FindByKeys | null,
): Promise<string[] | undefined> {
  const [only, other] = values;
  const value = only && !other ? [only.name] : [];
  if (!findByKeys) return value.length > 0 ? value : undefined;
  let best = { name: "", count: -1 };
  for (const key of keys) {
    const { name } = key;
    const texts = lines.map((line) => keyOf(line, [{ name, index: 0 }]));
    const find = await findByKeys([key], texts);
    const count = texts.filter((each) => find(each).length > 0).length;
    if (count > best.count) best = { name, count };
  }
  return [best.name, ...value];
}

async function findByTexts(
  lines: readonly SheetLine[],
  keys: readonly (ImportField & { index: number })[],
  findByKeys: FindByKeys,
): Promise<FindRows> {
  const find = await findByKeys(
    keys,
    lines.map((line) => keyOf(line, keys)),
  );
  return (line) => find(keyOf(line, keys));
}

/** Returns the texts of a line that identify its row, as they are compared. */
const keyOf = (
  { cells }: SheetLine,
  columns: readonly { name: string; index: number }[],
): KeyTexts =>
  new Map(
    columns.flatMap(({ name, index }) => {
      const text = comparable(cells[index] ?? "");
      return text === "" ? [] : [[name, text] as const];
    }),
  );
