import { useQuery } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import type { BidChatReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT, type MessageKey } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Skeleton } from "../../ui/Skeleton";
import { useBidChanges } from "./chatQuery";
import styles from "./LotChat.module.css";
import { preloadable } from "../../ui/preloadable";

const [OpenChat] = preloadable(() => import("./OpenChat"));

/**
 * The chat of a bid or order on the page of its lot or its purchase; closed at first. `open`
 * and `openUnread` are locale keys of the button.
 */
export function LotChat({
  open = "chat.open",
  openUnread = "chat.openUnread",
  ...props
}: {
  bidId: string;
  title: string;
  isOrder: boolean;
  open?: MessageKey;
  openUnread?: MessageKey;
}) {
  const { bidId } = props;
  const t = useT();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const { data: isRead, refetch } = useQuery({
    queryKey: ["bid-chat-state", bidId],
    queryFn: ({ signal }) =>
      request<BidChatReply>("/bid/chat", { query: { bidId }, signal }),
    select: (chat) => chat.isRead,
  });
  useBidChanges(bidId, refetch);
  const isUnread = isRead === false && !isOpen;
  const toggle = () => {
    setOpen(!isOpen);
  };
  return (
    <div className={styles.chat}>
      <Button
        isWide
        className={classes(isUnread && styles.unread)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        {t(isUnread ? openUnread : open)}
      </Button>
      {isOpen && (
        <div id={panelId}>
          <Suspense fallback={<Skeleton height={88} />}>
            <OpenChat {...props} onClose={toggle} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
