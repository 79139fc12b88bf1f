import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { TwoLines } from "./TwoLines";

/** Any fields as text: the first strong, the rest small, joined by dots. */
export function TextCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const [first = "", ...rest] = fields;
  const words = write(first, row[first]);
  const others = rest
    .map((name) => write(name, row[name]))
    .filter((word) => word !== missing);
  return (
    <TwoLines
      first={<span title={words}>{words}</span>}
      second={others.join(" · ")}
    />
  );
}
