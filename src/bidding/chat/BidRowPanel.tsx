import { Dialog } from "../../ui/Dialog";
import { useIsPhone } from "../../ui/useMedia";
import type { RowPanelProps } from "../../workspace/registry/areas";
import { BidTabs } from "./BidTabs";

/** The panel of a bid in a list: below its row, on a phone over the whole screen. */
export default function BidRowPanel({ record, title, onClose }: RowPanelProps) {
  const isPhone = useIsPhone();
  if (!isPhone) return <BidTabs bidId={record.id} />;
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      <BidTabs bidId={record.id} />
    </Dialog>
  );
}
