import { useTranslate } from "ra-core";
import { bidStatuses, bidStatusTone } from "../../domain/bidStatus";
import type { BidStatus } from "../../generated/schemas";
import { useSignedIn } from "../providers/session";
import { StatusPill } from "../ui/Badge";

/** The status of a bid. Clients and managers have different labels for it. */
export function BidStatusPill({ status }: { status: BidStatus }) {
  const translate = useTranslate();
  const { role } = useSignedIn();
  if (status === bidStatuses.blank) return null;
  const isManager = role === "manager" || role === "admin";
  const labels = isManager ? "bidStatus" : "bidStatusClient";
  return (
    <StatusPill tone={bidStatusTone(status)}>
      {translate(`choices.bid.${labels}.${status}`)}
    </StatusPill>
  );
}
