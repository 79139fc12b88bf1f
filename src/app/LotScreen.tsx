import type { Resource } from "../../domain/resource";
import { BidPanel } from "../bidding/BidPanel";
import LotPage from "../catalog/LotPage";

/** The page of a lot: the lot from catalog, its bid panel from bidding. */
export default function LotScreen({ resource }: { resource: Resource }) {
  return (
    <LotPage
      resource={resource}
      panel={(lot, title) => (
        <BidPanel
          key={lot.carCommonDetail.id}
          lot={lot}
          title={title}
          pageType={resource.pageType}
        />
      )}
    />
  );
}
