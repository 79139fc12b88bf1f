import { bidStatusTone } from "../../../domain/bidStatus";
import { StatusPill } from "../../ui/StatusPill";
import type { CellProps } from "../registry/cells";
import { missing, useFieldText } from "../useFieldText";

/** How a bid stands, in the words of the viewer's role. */
export function BidStatusCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const [status = ""] = fields;
  const words = text(status, row[status]);
  if (words === missing || words === "") return null;
  return (
    <StatusPill tone={bidStatusTone(Number(row[status]))}>{words}</StatusPill>
  );
}
