import { importPageSize, type Language } from "../../../../domain/limits";
import type { ImportRowsReply } from "../../../../generated/schemas";
import type { Messages } from "../../../platform/messages";
import type { RecordData } from "../recordQueries";
import type { ImportKind, ImportPlan, PlannedRow } from "./importPlan";

type Preview = NonNullable<ImportRowsReply["preview"]>;

/** A longer text of a cell is cut. */
const longestText = 200;

/** Returns a page of the preview of an import, with reasons in the reader's language. */
export function previewReply(
  { fields, columns, missing, rows, digest }: ImportPlan,
  {
    show,
    page,
    hasEffects,
    language,
    messages,
  }: {
    show: ImportKind;
    page: number;
    hasEffects: boolean;
    language: Language;
    messages: Pick<Messages, "translate">;
  },
): Preview {
  const start = (page - 1) * importPageSize;
  const keys = fields.flatMap(({ name, isKey }) => (isKey ? [name] : []));
  const names = fields.map(({ name }) => name);
  const write = (row: PlannedRow): Preview["rows"][number] => {
    const before = "stored" in row ? row.stored.data : {};
    const after = "after" in row ? row.after : before;
    return {
      line: row.line,
      id: "stored" in row ? row.stored.id : null,
      key: valuesOf(keys, after),
      changes: changesOf(names, before, after),
      faults:
        row.kind === "refused"
          ? row.faults.map(({ column, field, text, key, values }) => ({
              ...{ column, field, text: text.slice(0, longestText) },
              reason: messages.translate(language, key, values),
            }))
          : [],
    };
  };
  return {
    digest,
    columns: [...columns],
    fields: names,
    missing: [...missing],
    counts: {
      new: rows.new.length,
      changed: rows.changed.length,
      ended: rows.ended.length,
      unchanged: rows.unchanged.length,
      refused: rows.refused.length,
    },
    ...{ hasEffects, show, page, pageSize: importPageSize },
    rows: rows[show].slice(start, start + importPageSize).map(write),
  };
}

const valuesOf = (names: readonly string[], data: RecordData) =>
  Object.fromEntries(names.map((name) => [name, data[name] ?? null]));

const changesOf = (
  names: readonly string[],
  before: RecordData,
  after: RecordData,
): Preview["rows"][number]["changes"] =>
  names.flatMap((field) => {
    const [old, next] = [before[field] ?? null, after[field] ?? null];
    return JSON.stringify(old) === JSON.stringify(next)
      ? []
      : [{ field, before: old, after: next }];
  });
