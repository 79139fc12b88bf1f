import { japanDay } from "../../../domain/japanTime";
import type { ColumnTable } from "./columnTable";
import type { Dictionary } from "./dictionary";
import type { PossibleValues, Scan, Test } from "./view";

/**
 * Returns the values of a sorted column that meet the conditions of a page, as far
 * as these concern the column itself or the day of its moments; null for all.
 */
export function possibleValues(
  table: ColumnTable,
  column: number,
  conditions: Scan["tests"],
): PossibleValues | null {
  const ofColumn = findOnly(conditions, column);
  if (ofColumn) return ofColumn;
  const dayColumn = table.columns.indexOf(`${table.columns[column] ?? ""}.day`);
  const ofDay = dayColumn < 0 ? null : findOnly(conditions, dayColumn);
  if (!ofDay) return null;
  const days = dayCodes(table.dictionary(column), table.dictionary(dayColumn));
  const marks = new Uint8Array(days.length);
  for (let code = 0; code < days.length; code += 1)
    marks[code] = ofDay.marks[days[code] ?? 0] ?? 0;
  return { marks, rows: ofDay.rows };
}

/** Returns the condition of this column alone that the fewest rows meet. */
function findOnly(
  conditions: Scan["tests"],
  column: number,
): PossibleValues | null {
  const isOfColumn = ({ parts }: Test) =>
    parts.length === 1 && parts[0]?.column === column;
  const [fewest] = conditions
    .filter(isOfColumn)
    .sort((a, b) => a.rows - b.rows);
  const [part] = fewest?.parts ?? [];
  return fewest && part ? { marks: part.marks, rows: fewest.rows } : null;
}

const known = new WeakMap<Dictionary, Uint32Array>();

/** Returns the code of the day in Japan for each code of a moment. */
function dayCodes(moments: Dictionary, days: Dictionary): Uint32Array {
  const before = known.get(moments);
  const { values } = moments;
  if (before?.length === values.length) return before;
  const codes = new Uint32Array(values.length);
  codes.set(before ?? []);
  for (let code = before?.length ?? 0; code < values.length; code += 1) {
    const moment = values[code];
    const day =
      typeof moment === "number" ? japanDay(new Date(moment / 1_000)) : null;
    codes[code] = day === null ? 0 : (days.find(day) ?? 0);
  }
  known.set(moments, codes);
  return codes;
}
