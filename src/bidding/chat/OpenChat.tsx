import { Dialog } from "../../ui/Dialog";
import { useIsPhone } from "../../ui/useMedia";
import { BidTabs } from "./BidTabs";

/** The chat and history of a bid in place, on a phone over the whole screen. */
export default function OpenChat({
  bidId,
  title,
  onClose,
}: {
  bidId: string;
  title: string;
  onClose: () => void;
}) {
  const isPhone = useIsPhone();
  if (!isPhone) return <BidTabs bidId={bidId} />;
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      <BidTabs bidId={bidId} />
    </Dialog>
  );
}
