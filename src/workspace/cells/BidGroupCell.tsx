import type { CellProps } from "../registry/cells";
import { missing } from "../useFieldText";

/** The group of a bid as its letter: 1 is A. */
export function BidGroupCell({ row, fields }: CellProps) {
  const [name = ""] = fields;
  const group = Number(row[name]);
  const isLetter = Number.isInteger(group) && group >= 1 && group <= 26;
  return <span>{isLetter ? String.fromCharCode(64 + group) : missing}</span>;
}
