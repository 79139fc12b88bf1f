import { useTranslate } from "ra-core";
import { exportTypes } from "../../../domain/exportTypes";
import type { CellProps } from "../registry/cells";
import { missing } from "../useFieldText";

/** The way of export that was chosen, by name. */
export function BidTypeCell({ row, fields }: CellProps) {
  const translate = useTranslate();
  const [name = ""] = fields;
  const id = Number(row[name]);
  const type = exportTypes.find((known) => known.id === id);
  return (
    <span>
      {type
        ? translate(`bidTypes.${type.key}.label`, { _: type.key })
        : missing}
    </span>
  );
}
