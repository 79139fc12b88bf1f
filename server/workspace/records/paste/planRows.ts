import { isDeepStrictEqual } from "node:util";
import { japanDay } from "../../../../domain/japanTime";
import { isCopied } from "../../../../domain/recordReference";
import type { RowSchema } from "../../../../domain/resource";
import type { Text } from "../../../platform/errors";
import type { Steps } from "../../../platform/steps";
import type { JsonSchema } from "../../../platform/schemas/registry";
import { formSchema } from "../../forms/formSchema";
import { extraReader } from "../../listing/source/extraType";
import { unmetIn } from "../assertPossible";
import type { ImportField } from "../import/importFields";
import type { ImportContext } from "../import/importPlan";
import { readCell, type CellValue } from "../import/readCell";
import type { StoredRow } from "../import/storedRows";
import { checkChanges } from "./checkChanges";
import type { PasteFault, PastedRow, PasteRequest } from "./pastePlan";
import { readDay } from "./readDay";
import type { SheetLine } from "./readSheet";

/** Finds the rows that a line may mean; null for a line beyond the last row. */
export type FindRows = (line: SheetLine) => readonly StoredRow[] | null;

/** A column of the text, with the field that it has. */
type FieldColumn = ImportField & { index: number };

type Planning = PasteRequest & {
  row: RowSchema;
  lines: readonly SheetLine[];
  /** The columns that identify the rows. */
  keys: readonly { index: number }[];
  /** The columns with new values. */
  values: readonly FieldColumn[];
  find: FindRows;
};

/** Decides for each line what it changes, and whether a day needs an order. */
export function* planRows(
  context: ImportContext,
  planning: Planning,
): Steps<{ rows: PastedRow[]; needsDayOrder: boolean }> {
  const { resource, viewer, action, lines, keys, values, find } = planning;
  const schema = formSchema(resource.row, context.schemas, viewer);
  const rows: PastedRow[] = [];
  let needsDayOrder = false;
  const linesOf = new Map<string, number[]>();
  const foundBy = new Map<SheetLine, ReturnType<FindRows>>();
  for (const line of lines) {
    yield;
    const found = find(line);
    foundBy.set(line, found);
    const [only, other] = found ?? [];
    if (!only || other) continue;
    const same = linesOf.get(only.id);
    if (same) same.push(line.line);
    else linesOf.set(only.id, [line.line]);
  }
  for (const line of lines) {
    yield;
    if (line.cells.every((cell) => cell.trim() === "") && !planning.clears)
      continue;
    const found = foundBy.get(line);
    const [stored = null, second] = found ?? [];
    const text =
      keys.map(({ index }) => line.cells[index]).join(" ") ||
      line.cells.join(" ").trim();
    const place = { line: line.line, text, stored: second ? null : stored };
    const refused = (reason: PasteFault["reason"]): PastedRow => ({
      ...{ ...place, changes: {} },
      faults: [{ field: null, text, reason }],
    });
    const ofRow = linesOf.get(stored?.id ?? "") ?? [];
    const unmet =
      stored &&
      unmetIn(context, action.enabled, {
        ...{ resource, viewer, data: stored.data },
      });
    if (!stored) rows.push(refused(fault(found ? "notFound" : "beyond")));
    else if (second) rows.push(refused(fault("several")));
    else if (ofRow.length > 1) {
      const some = ofRow.slice(0, 6).filter((other) => other !== line.line);
      const others = some.slice(0, 5).join(", ");
      rows.push(refused(fault("twice", { lines: others })));
    } else if (unmet) rows.push(refused(unmet));
    else {
      const read = readValues(context, line, planning);
      needsDayOrder ||= read.isUnclear;
      const changed = changesOf(context, { ...planning, schema, stored, read });
      const texts = new Map(
        values.map(({ name, index }) => [name, line.cells[index] ?? ""]),
      );
      const faults = [...read.faults, ...changed.faults].map(
        ({ field, ...rest }): PasteFault => ({
          ...{ ...rest, field, text: texts.get(field) ?? "" },
        }),
      );
      rows.push({ ...place, changes: changed.changes, faults });
    }
  }
  return { rows, needsDayOrder };
}

type CellFault = { field: string; reason: Text; about?: string };
type ReadValues = {
  values: Readonly<Record<string, unknown>>;
  faults: CellFault[];
  isUnclear: boolean;
};

/** Reads the cells of a line. An empty cell has no value, unless empty cells clear fields. */
function readValues(
  { clock }: ImportContext,
  { cells }: SheetLine,
  { values, clears, dayOrder: order }: Planning,
): ReadValues {
  const today = japanDay(clock.now());
  const read: Record<string, unknown> = {};
  const faults: CellFault[] = [];
  let isUnclear = false;
  for (const { name, field, texts, index } of values) {
    const text = cells[index] ?? "";
    const isEmpty = text.trim() === "";
    if (isEmpty && !clears) continue;
    const isDay = field.format === "date" && !isEmpty;
    const day = isDay ? readDay(text, { order, today }) : undefined;
    isUnclear ||= day === "unclear";
    const cell: CellValue =
      day === undefined
        ? readCell(field, text, texts)
        : day === "none"
          ? { fault: { key: "import.faults.day" } }
          : day === "unclear"
            ? { fault: fault("unclear") }
            : { value: day.day };
    if ("value" in cell) read[name] = cell.value;
    else faults.push({ field: name, reason: cell.fault });
  }
  return { values: read, faults, isUnclear };
}

/** Returns the values that differ from the stored row and that it can take. */
function changesOf(
  { schemas }: ImportContext,
  {
    row,
    schema,
    stored,
    read,
    values,
  }: Planning & { schema: JsonSchema; stored: StoredRow; read: ReadValues },
): Pick<PastedRow, "changes"> & { faults: CellFault[] } {
  const faults: CellFault[] = [];
  const changes: Record<string, unknown> = {};
  const after = { ...stored.data, ...read.values };
  for (const { name, field } of values) {
    const value = read.values[name];
    const isSame = isDeepStrictEqual(
      value,
      extraReader(name, field)(stored.data),
    );
    if (!Object.hasOwn(read.values, name) || isSame) continue;
    if (isCopied(field, after))
      faults.push({ field: name, reason: { key: "errors.value_copied" } });
    else changes[name] = value;
  }
  const checked = checkChanges(schemas, { row, schema, stored, changes });
  return {
    changes: checked.changes,
    faults: [
      ...faults,
      ...checked.faults.map(({ field, about, ...reason }) => ({
        ...{ field, reason },
        ...(about !== undefined && { about }),
      })),
    ],
  };
}

const fault = (reason: string, values?: Text["values"]): Text => ({
  key: `paste.faults.${reason}`,
  ...(values && { values }),
});
