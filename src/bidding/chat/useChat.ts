import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef, useState, useLayoutEffect } from "react";
import { debounce } from "../../../domain/limits";
import type { BidChatEntry, BidChatReply } from "../../../generated/schemas";
import { isTransient } from "../../providers/CallError";
import {
  listsWithRow,
  patchCachedRows,
  type CachedRow,
  noteOwnChanges,
} from "../../providers/cachedRows";
import { liveStore } from "../../providers/events";
import { request } from "../../providers/http";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { chatKey, entriesOf, useBidChanges } from "./chatQuery";

/** Polling interval while there is no live stream. */
const pollMs = 15_000;

type ChatState = {
  /** Oldest first; undefined until they are loaded. */
  entries: readonly BidChatEntry[] | undefined;
  /** The last message that was read when the chat was opened. */
  lastRead: string | null | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
  /** Loads earlier messages; undefined if all are loaded. */
  loadEarlier: (() => void) | undefined;
  isLoadingEarlier: boolean;
  /** Why earlier messages could not be loaded, until the next attempt. */
  earlierError: unknown;
};

/**
 * Loads the messages about a bid and follows new ones. While the viewer sees the
 * newest message (`isSeen`), messages are marked as read. A tenth of a second
 * after the chat is closed, its messages are cleared.
 */
export function useChat(bidId: string, isSeen: boolean): ChatState {
  const isLive = useStoreValue(liveStore);
  const query = useInfiniteQuery({
    queryKey: chatKey(bidId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request<BidChatReply>("/bid/chat", {
        query: { bidId, ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ hasEarlier, chat }) =>
      hasEarlier ? chat[0]?.id : undefined,
    gcTime: debounce.chatClear,
    refetchInterval: isLive ? false : pollMs,
  });
  const { data, refetch } = query;
  useBidChanges(bidId, refetch);

  const [newest] = data?.pages ?? [];
  const [opened, setOpened] = useState(newest);
  if (newest && !opened) setOpened(newest);
  const entries = data && entriesOf(data);
  useReadMark({
    bidId,
    upTo: isSeen && newest?.isRead === false ? entries?.at(-1)?.id : undefined,
    refetch,
  });
  return {
    entries,
    lastRead: opened?.lastRead,
    error: query.isFetchNextPageError ? null : query.error,
    isFetching: query.isFetching,
    retry: () => void refetch(),
    loadEarlier: query.hasNextPage
      ? () => void query.fetchNextPage()
      : undefined,
    isLoadingEarlier: query.isFetchingNextPage,
    earlierError: query.isFetchNextPageError ? query.error : null,
  };
}

/**
 * Marks the messages up to `upTo` as read, once for each message. Without `upTo`
 * there is nothing to mark.
 */
function useReadMark({
  bidId,
  upTo,
  refetch,
}: {
  bidId: string;
  upTo: string | undefined;
  refetch: () => Promise<unknown>;
}): void {
  const queryClient = useQueryClient();
  const { isOwnServer } = useWorkspace();
  const isOfBid = ({ row }: CachedRow) => row?.bidId === bidId;
  const attempted = useRef<string>(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: (last: string) =>
      request("/bid/update-chat-status", {
        method: "PUT",
        body: { bidId, ...(isOwnServer ? { upTo: last } : {}) },
      }),
    // The rows of a list of unread chats may leave it before the reply arrives.
    onMutate: () => {
      for (const list of listsWithRow(queryClient, isOfBid))
        noteOwnChanges(list, [bidId]);
    },
    onSuccess: async () => {
      patchCachedRows(queryClient, isOfBid, { isRead: true, unread: false });
      void queryClient.invalidateQueries({ queryKey: ["menu-counters"] });
      await refetch();
    },
    retry: (_count, error) => isTransient(error),
  });
  useEffect(() => {
    if (upTo === undefined || isPending || attempted.current === upTo) return;
    attempted.current = upTo;
    mutate(upTo);
  }, [upTo, isPending, mutate]);
}

/** A log scrolled to within these pixels of its end counts as being at the end. */
const endPx = 24;

/**
 * Keeps the messages in place that somebody reads: a log at its end follows new
 * messages, any other log stays where it is, also when earlier messages are added
 * above. `first` and `last` change with the first and the last message.
 */
export function useLogScroll({
  first,
  last,
  onAtEnd,
}: {
  first: string | undefined;
  last: string;
  /** Called with whether the newest message is visible. */
  onAtEnd: (isAtEnd: boolean) => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const shown = useRef<{ first: string | undefined; height: number }>({
    first: undefined,
    height: 0,
  });

  useLayoutEffect(() => {
    const { current: log } = ref;
    if (!log) return;
    const { first: before, height } = shown.current;
    if (isAtEnd.current) log.scrollTop = log.scrollHeight;
    else if (before !== first) log.scrollTop += log.scrollHeight - height;
    shown.current = { first, height: log.scrollHeight };
  }, [first, last]);

  return {
    ref,
    onScroll: () => {
      const { current: log } = ref;
      if (!log) return;
      const left = log.scrollHeight - log.clientHeight - log.scrollTop;
      isAtEnd.current = left < endPx;
      onAtEnd(isAtEnd.current);
    },
    /** Goes to the newest message. */
    toEnd: () => {
      isAtEnd.current = true;
      onAtEnd(true);
      const { current: log } = ref;
      if (log) log.scrollTop = log.scrollHeight;
    },
  };
}
