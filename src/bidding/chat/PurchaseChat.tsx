import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BidChatReply } from "../../../generated/schemas";
import { listsWithRow, patchCachedRows } from "../../providers/cachedRows";
import { liveEvents } from "../../providers/events";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import type { RowPageProps } from "../../workspace/registry/areaModule";
import { LotChat } from "./LotChat";

/**
 * The chat on the page of a purchase. It goes on with the messages about the bid that won the
 * car.
 */
export default function PurchaseChat({ id, row }: RowPageProps) {
  const t = useT();
  const { bidId, lotType, model, lotNo } = row;
  if (typeof bidId !== "string") return null;
  return (
    <Box title={t("chat.car")}>
      <LotChat
        key={id}
        bidId={bidId}
        title={[model, lotNo].filter(Boolean).join(" ")}
        isOrder={lotType === "stock"}
        open="chat.carOpen"
        openUnread="chat.carUnread"
      />
    </Box>
  );
}

/**
 * Keeps the marks of new messages in loaded lists of purchases up to date. The events of the
 * list itself are about its records, which a message does not change.
 */
export function FollowChats() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.name !== "bids") return;
        for (const bidId of event.data.bidIds)
          void followChat(queryClient, bidId);
      }),
    [queryClient],
  );
  return null;
}

async function followChat(
  queryClient: ReturnType<typeof useQueryClient>,
  bidId: string,
): Promise<void> {
  const isOfBid: Parameters<typeof listsWithRow>[1] = ({ row }) =>
    row?.bidId === bidId && "purchaseDate" in row;
  if (listsWithRow(queryClient, isOfBid).length === 0) return;
  try {
    const query = { bidId };
    const { isRead } = await request<BidChatReply>("/bid/chat", { query });
    patchCachedRows(queryClient, isOfBid, { unread: !isRead });
  } catch {
    // The mark stays as it is until the list is read again.
  }
}
