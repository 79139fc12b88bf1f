import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BidChatEntry, BidChatReply } from "../../../generated/schemas";
import { liveEvents } from "../../providers/events";

/** Pages of a chat; the first page has the newest messages. */
type ChatPages = Pick<InfiniteData<BidChatReply>, "pages">;

/** Returns the query key of the messages about a bid. */
export const chatKey = (bidId: string) => ["bid-chat", bidId] as const;

/** Returns the loaded messages, oldest first. */
export const entriesOf = ({ pages }: ChatPages): BidChatEntry[] =>
  pages.toReversed().flatMap(({ chat }) => chat);

/** Adds a message to the loaded chat, unless it is there already. */
export function appendEntry(
  queryClient: QueryClient,
  bidId: string,
  entry: BidChatEntry,
): void {
  queryClient.setQueryData<ChatPages>(chatKey(bidId), (data) => {
    const [newest, ...earlier] = data?.pages ?? [];
    if (!data || !newest || newest.chat.some(({ id }) => id === entry.id))
      return data;
    const chat = [...newest.chat, entry];
    return { ...data, pages: [{ ...newest, chat }, ...earlier] };
  });
}

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
