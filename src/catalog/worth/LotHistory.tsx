import { lotHistoryOf } from "../../../domain/lotHistory";
import type { Resource } from "../../../domain/resource";
import type { LotDetail } from "../../../generated/schemas";
import { useWorkspace } from "../../providers/workspace";
import { Passport } from "./Passport";
import { Worth } from "./Worth";

type LotHistoryProps = { resource: Resource; lot: LotDetail };

/** The comparable sales of a coming lot, and its earlier auctions. */
export default function LotHistory({ resource, lot }: LotHistoryProps) {
  const { hasWorth } = lotHistoryOf(resource, useWorkspace());
  return (
    <>
      {hasWorth && <Worth resource={resource} lot={lot} />}
      <Passport resource={resource} lotId={lot.carCommonDetail.id} />
    </>
  );
}
