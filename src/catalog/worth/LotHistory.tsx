import type { Resource } from "../../../domain/resource";
import type { LotDetail } from "../../../generated/schemas";
import { Passport } from "./Passport";
import { Worth } from "./Worth";

type LotHistoryProps = { resource: Resource; lot: LotDetail };

/** The comparable sales of a coming lot, and the earlier auctions of its car. */
export default function LotHistory({ resource, lot }: LotHistoryProps) {
  return (
    <>
      {resource.pageType === "auction" && (
        <Worth resource={resource} lot={lot} />
      )}
      <Passport resource={resource} lotId={lot.carCommonDetail.id} />
    </>
  );
}
