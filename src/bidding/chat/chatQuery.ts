import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { BidChatEntry, BidChatReply } from "../../../generated/schemas";

/** Pages of a chat; the first page has the newest messages. */
export type ChatPages = Pick<InfiniteData<BidChatReply>, "pages">;

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
