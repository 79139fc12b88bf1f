import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Tabs } from "../../ui/Tabs";
import { BidLog } from "./BidLog";
import { Chat } from "./Chat";

/** The chat of a bid and, for managers, its history. */
export function BidTabs({ bidId }: { bidId: string }) {
  const t = useT();
  const { role } = useSignedIn();
  const [open, setOpen] = useState("chat");
  if (role !== "manager" && role !== "admin") return <Chat bidId={bidId} />;
  return (
    <Tabs
      label={t("chat.title")}
      open={open}
      onOpen={setOpen}
      tabs={[
        { id: "chat", label: t("chat.tab"), content: <Chat bidId={bidId} /> },
        {
          id: "logs",
          label: t("bidLogs.tab"),
          content: <BidLog bidId={bidId} />,
        },
      ]}
    />
  );
}
