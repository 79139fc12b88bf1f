import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";
import { TwoLines } from "./TwoLines";

/** Any fields as text: the first strong, the rest small, joined by dots. */
export function TextCell({ row, schema, fields }: CellProps) {
  const text = useFieldText(schema);
  const [first = "", ...rest] = fields;
  const others = rest
    .map((name) => text(name, row[name]))
    .filter((word) => word !== missing);
  return (
    <TwoLines
      first={
        <span title={text(first, row[first])}>{text(first, row[first])}</span>
      }
      second={others.join(" · ")}
    />
  );
}
