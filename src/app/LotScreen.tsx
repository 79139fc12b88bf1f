import type { Resource } from "../../domain/resource";
import { BidPanel } from "../bidding/BidPanel";
import LotPage from "../catalog/LotPage";
import { lotTitle } from "../catalog/lotTitle";

/** A lot with what one can do about it: catalog and bidding side by side. */
export default function LotScreen({ resource }: { resource: Resource }) {
  return (
    <LotPage
      resource={resource}
      panel={(lot) => (
        <BidPanel
          key={lot.carCommonDetail.id}
          lot={lot}
          title={lotTitle(lot)}
          pageType={resource.pageType}
        />
      )}
    />
  );
}
