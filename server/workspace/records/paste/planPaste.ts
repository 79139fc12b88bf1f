import { mostSelectedRows } from "../../../../domain/limits";
import { runUntilDeadline } from "../../../platform/steps";
import { comparable } from "../import/comparable";
import type { ImportContext } from "../import/importPlan";
import { writableScope } from "../import/storedRows";
import {
  isHeading,
  pasteColumns,
  pasteFields,
  readableFields,
  type PasteColumn,
  type PasteFields,
} from "./pasteFields";
import type { PastePlan, PasteRequest } from "./pastePlan";
import { countTexts, rowFinder, rowsById, type KeyTexts } from "./pastedRows";
import { planRows, type FindRows } from "./planRows";
import { readSheet, type SheetLine } from "./readSheet";

/** Returns how many of the texts the rows have in a field. */
type CountTexts = (name: string, texts: readonly string[]) => Promise<number>;

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
  const fields = pasteFields(context, { ...request, row });
  const [first = { line: 1, cells: [] }] = sheet;
  const hasHeadings = request.hasHeadings ?? isHeading(first, fields);
  const lines = hasHeadings ? sheet.slice(1) : sheet;
  const countInRows: CountTexts = (name, texts) =>
    countTexts(kysely, { scope, name, texts });
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
    ? await guessColumns(lines, fields, ids ? null : countInRows)
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
  const columnsWith = <Named extends { name: string }>(
    list: readonly Named[],
  ): (Named & { index: number })[] =>
    columns.flatMap(({ field }, index) => {
      const found = list.find(({ name }) => name === field);
      return found ? [{ ...found, index }] : [];
    });
  const keys = columnsWith(fields.keys);
  const changed = columns.flatMap(({ field, isKey }) =>
    field === null || isKey ? [] : [field],
  );
  const namesOf = (list: readonly { name: string }[]) =>
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
  if (isLost || changed.length === 0) {
    const missing = isLost ? "key" : "value";
    return { ...plan, missing, needsDayOrder: false, rows: [] };
  }
  const find = ids ? await findByOrder() : await findByTexts();
  const values = columnsWith(
    await readableFields(context, { ...request, row, scope, names: changed }),
  );
  const planned = await runUntilDeadline(
    planRows(context, { ...request, row, lines, keys, values, find }),
  );
  return { ...plan, ...planned, missing: null };

  async function findByTexts(): Promise<FindRows> {
    const texts = lines.map((line) => keyOf(line, keys));
    const found = await rowFinder(kysely, { scope, keys, lines: texts });
    return (line) => found(keyOf(line, keys));
  }

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
  countInRows: CountTexts | null,
): Promise<string[] | undefined> {
  const [only, other] = values;
  const value = only && !other ? [only.name] : [];
  if (!countInRows) return value.length > 0 ? value : undefined;
  const texts = lines.flatMap(({ cells }) => comparable(cells[0] ?? "") || []);
  let best = { name: "", count: -1 };
  for (const { name } of keys) {
    const count = await countInRows(name, texts);
    if (count > best.count) best = { name, count };
  }
  return [best.name, ...value];
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
