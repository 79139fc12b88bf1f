import { useTranslate } from "ra-core";
import { bidStatusTone } from "../../domain/bidStatus";
import type { BidStatus } from "../../generated/schemas";
import { useSignedIn } from "../providers/session";
import { StatusPill } from "../ui/StatusPill";

/** How a bid stands, in the words of its reader: a client's or a manager's. */
export function BidStatusPill({ status }: { status: BidStatus }) {
  const translate = useTranslate();
  const { role } = useSignedIn();
  const isManager = role === "manager" || role === "admin";
  const words = isManager ? "bidStatus" : "bidStatusClient";
  return (
    <StatusPill tone={bidStatusTone(status)}>
      {translate(`choices.bid.${words}.${status}`)}
    </StatusPill>
  );
}
