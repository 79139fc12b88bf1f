import type { Resource } from "../../../domain/resource";
import type { LotDetail } from "../../../generated/schemas";
import { Worth } from "./Worth";

type LotHistoryProps = { resource: Resource; lot: LotDetail };

/** What earlier lots tell about a lot. */
export default function LotHistory({ resource, lot }: LotHistoryProps) {
  return resource.pageType === "auction" ? (
    <Worth resource={resource} lot={lot} />
  ) : null;
}
