import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useLocaleState, useTranslate } from "ra-core";
import { Dialog } from "../../ui/Dialog";
import { useIsPhone } from "../../ui/useMedia";
import { TextSection } from "../../providers/i18n/TextSection";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Tabs } from "../../ui/Tabs";
import { isHighlighted } from "../../../domain/bidStatus";
import type { BidLogsReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";
import { readableKey } from "../../ui/readable";
import { classes } from "../../ui/classes";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { FieldTextProvider, useFieldText } from "../../workspace/fieldText";
import { formatMoment } from "../../workspace/formatMoment";
import { ChangedValues } from "../../workspace/history/RowHistory";
import { Chat } from "./Chat";
import { useBidChanges } from "./chatQuery";
import type { RowPanelProps } from "../../workspace/registry/areaModule";
import { isStaff } from "../../../domain/access";
import { orderTexts } from "../../../domain/bidRules";
import styles from "./BidLog.module.css";

/** The chat and history of a bid in place, on a phone over the whole screen. */
export default function OpenChat({
  title,
  onClose,
  ...bid
}: BidOrOrder & {
  title: string;
  onClose: () => void;
}) {
  const isPhone = useIsPhone();
  const tabs = (
    <TextSection section={bid.isOrder ? orderTexts : undefined}>
      <BidTabs {...bid} />
    </TextSection>
  );
  if (!isPhone) return tabs;
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      {tabs}
    </Dialog>
  );
}

type BidOrOrder = { bidId: string; isOrder: boolean };

/** The chat of a bid or order and, for managers, its history. */
function BidTabs({ bidId, isOrder }: BidOrOrder) {
  const t = useT();
  const { role } = useSignedIn();
  const { row } = useWorkspace();
  const [open, setOpen] = useState("chat");
  if (!isStaff(role)) return <Chat bidId={bidId} />;
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
          content: (
            <FieldTextProvider row={row("bid")}>
              <BidLog bidId={bidId} isOrder={isOrder} />
            </FieldTextProvider>
          ),
        },
      ]}
    />
  );
}

type LogEntry = BidLogsReply["logs"][number];

/** The history of a bid, newest first. Entries of clients are highlighted. */
function BidLog({ bidId, isOrder }: BidOrOrder) {
  const t = useT();
  const query = useQuery({
    queryKey: ["bid-logs", bidId],
    queryFn: ({ signal }) =>
      request<BidLogsReply>("/bid/logs", { query: { bidId }, signal }),
  });
  const { data, error, refetch } = query;
  useBidChanges(bidId, refetch);
  return (
    <>
      <QueryFailure {...query} />
      {!data && !error && <Skeleton height={88} />}
      {data?.logs.length === 0 && (
        <p className={styles.empty}>{t("bidLogs.empty")}</p>
      )}
      {data && data.logs.length > 0 && (
        <ol className={styles.log}>
          {data.logs.map((entry, index) => (
            <LogItem
              key={`${entry.date} ${String(index)}`}
              entry={entry}
              isOrder={isOrder}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** The values of a log that give an order's status the words of orders. */
const order = { lotType: "stock" };

function LogItem({ entry, isOrder }: { entry: LogEntry; isOrder: boolean }) {
  const translate = useTranslate();
  const t = useT();
  const [locale] = useLocaleState();
  const { row } = useWorkspace();
  const { date, userName, event, status, userType, reason } = entry;
  const { before, after } = entry;
  const write = useFieldText();
  const about = isOrder ? order : {};
  const isClients = isHighlighted(userType);
  return (
    <li className={classes(styles.entry, isClients && styles.highlighted)}>
      <p className={styles.about}>
        <b>{translate(`bidLogs.events.${event}`, { _: readableKey(event) })}</b>{" "}
        {userName}
        {isClients && ` (${t("bidLogs.client")})`},{" "}
        <time dateTime={date}>
          {t("chat.inJapan", { time: formatMoment(date, locale) })}
        </time>
        {status !== null && ` · ${write("bidStatus", status, about)}`}
      </p>
      {before && after && (
        <ChangedValues
          schema={row("bid")}
          before={{ ...about, ...before }}
          after={{ ...about, ...after }}
        />
      )}
      {reason && <p>{t("bidLogs.reason", { reason })}</p>}
    </li>
  );
}

/** The panel of a bid in a list, and that of a row which names a bid by `bidId`. */
export const BidRowPanel = ({ record, title, onClose }: RowPanelProps) => (
  <OpenChat
    bidId={typeof record.row.bidId === "string" ? record.row.bidId : record.id}
    title={title}
    isOrder={record.row.lotType === "stock"}
    onClose={onClose}
  />
);
