import type { RowPanelProps } from "../../workspace/registry/areaModule";
import OpenChat from "./OpenChat";

/** The panel of a bid in a list. */
export default function BidRowPanel({ record, title, onClose }: RowPanelProps) {
  return <OpenChat bidId={record.id} title={title} onClose={onClose} />;
}
