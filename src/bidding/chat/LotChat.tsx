import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId, useState } from "react";
import type { BidChatReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Dialog } from "../../ui/Dialog";
import { Skeleton } from "../../ui/Skeleton";
import { useIsPhone } from "../../ui/useMedia";
import { useBidChanges } from "./useBidChanges";
import styles from "./LotChat.module.css";

const BidTabs = lazy(async () => ({
  default: (await import("./BidTabs")).BidTabs,
}));

/** The chat of the viewer's bid on the page of its lot; closed at first. */
export function LotChat({ bidId, title }: { bidId: string; title: string }) {
  const t = useT();
  const isPhone = useIsPhone();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ["bid-chat-state", bidId],
    queryFn: ({ signal }) =>
      request<BidChatReply>("/bid/chat", { query: { bidId }, signal }),
    select: ({ isRead }) => isRead,
  });
  useBidChanges(bidId, refetch);
  const isUnread = data === false && !isOpen;
  const tabs = (
    <Suspense fallback={<Skeleton height={88} />}>
      <BidTabs bidId={bidId} />
    </Suspense>
  );
  return (
    <div className={styles.chat}>
      <Button
        isWide
        className={classes(isUnread && styles.unread)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {t(isUnread ? "chat.openUnread" : "chat.open")}
      </Button>
      {isOpen && (
        <div id={panelId}>
          {isPhone ? (
            <Dialog
              title={title}
              size="full"
              onClose={() => {
                setOpen(false);
              }}
            >
              {tabs}
            </Dialog>
          ) : (
            tabs
          )}
        </div>
      )}
    </div>
  );
}
