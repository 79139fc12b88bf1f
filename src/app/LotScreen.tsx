import { BidPanel } from "../bidding/BidPanel";
import LotPage from "../catalog/LotPage";

/** A lot with what one can do about it: catalog and bidding side by side. */
export default function LotScreen() {
  return <LotPage panel={(lot) => <BidPanel lot={lot} />} />;
}
