import { useEffect } from "react";
import { liveEvents } from "../../providers/events";

/** Calls `onChange` for each live event that may concern the bid. */
export function useBidChanges(
  bidId: string,
  onChange: () => Promise<unknown>,
): void {
  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        const isConcerned =
          // A reconnected stream does not repeat missed events, so reload.
          event.name === "ready" ||
          event.name === "reset" ||
          (event.name === "bids" && event.data.bidIds.includes(bidId));
        if (isConcerned) void onChange();
      }),
    [bidId, onChange],
  );
}
