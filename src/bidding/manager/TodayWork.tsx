import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { useState } from "react";
import { Link } from "react-router";
import { bidStatuses } from "../../../domain/bidStatus";
import type { BidWorkGroup, BidWorkReply } from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useServerNow } from "../../providers/useServerClock";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Skeleton } from "../../ui/Skeleton";
import { inJapan, timeLeft } from "../facts/moment";
import type { ListSlotProps } from "../../workspace/registry/areaModule";
import styles from "./TodayWork.module.css";

/** Groups that are shown without a press. */
const shownGroups = 6;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * The manager's work of the day: the active bids of today's auctions by house, next
 * deadline first, bids that wait for a decision, and orders to confirm. Each number is a link to as many
 * rows. The line has its height before the bids are known and on days without any, so
 * that the rows below never move.
 */
export default function TodayWork({ resource }: ListSlotProps) {
  const { isOwnServer } = useWorkspace();
  const t = useT();
  const now = useServerNow(1000).getTime();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    // Below the counters of the menu, which live news of bids refreshes.
    queryKey: ["menu-counters", "bid-work"],
    queryFn: ({ signal }) => request<BidWorkReply>("/bid/work", { signal }),
    enabled: isOwnServer,
    refetchInterval: minuteMs,
  });
  if (!isOwnServer) return null;
  const { day = "", groups = [], undecided = 0, orders = 0 } = data ?? {};
  const isPast = ({ lastCall }: BidWorkGroup) => Date.parse(lastCall) <= now;
  // Late new bids come first, groups that are over last.
  const rankOf = (group: BidWorkGroup) =>
    isPast(group) ? (group.newBids > 0 ? 0 : 2) : 1;
  const ranked = groups.toSorted((one, other) => rankOf(one) - rankOf(other));
  const shown = isWhole ? ranked : ranked.slice(0, shownGroups);
  return (
    <section className={styles.work} aria-label={t("bidManager.work.title")}>
      <h2 className={styles.title}>{t("bidManager.work.title")}</h2>
      {data && groups.length === 0 && undecided + orders === 0 && (
        <p className={styles.note}>{t("bidManager.work.none")}</p>
      )}
      <ul className={classes(styles.groups, isWhole && styles.whole)}>
        {!data && (
          <li>
            {error ? (
              <span className={styles.failure} role="alert">
                {errorText(error, t)}
                <Button
                  kind="ghost"
                  isPending={isFetching}
                  onClick={() => void refetch()}
                >
                  {t("shell.retry")}
                </Button>
              </span>
            ) : (
              <Skeleton width={180} height={32} />
            )}
          </li>
        )}
        {undecided > 0 && (
          <li>
            <Link
              className={classes(styles.group, styles.late)}
              to={`${resource.route}?needsDecision=1`}
            >
              <b>
                {t("bidManager.work.undecided", { smart_count: undecided })}
              </b>
              <span className={styles.note}>
                {t("bidManager.work.undecidedNote")}
              </span>
            </Link>
          </li>
        )}
        {orders > 0 && (
          <li>
            <Link
              className={styles.group}
              to={`${resource.route}?lotType=stock&bidStatus=${bidStatuses.new}`}
            >
              <b>{t("bidManager.work.orders", { smart_count: orders })}</b>
              <span className={styles.note}>
                {t("bidManager.work.ordersNote")}
              </span>
            </Link>
          </li>
        )}
        {shown.map((group) => (
          <li key={String(group.auctionId)}>
            <WorkGroup
              group={group}
              now={now}
              // No filter finds bids without an auction house.
              list={
                group.auctionId === null
                  ? null
                  : `${resource.route}?date=${day},${day}&auctions=${group.auctionId}`
              }
            />
          </li>
        ))}
      </ul>
      {groups.length > shownGroups && (
        <Button
          kind="ghost"
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole
            ? t("bidManager.work.less")
            : t("bidManager.work.all", { count: groups.length })}
        </Button>
      )}
    </section>
  );
}

/** One house, with the last call to it and the close of bids as they come. */
function WorkGroup({
  group,
  now,
  list,
}: {
  group: BidWorkGroup;
  /** The server's time in milliseconds. */
  now: number;
  /** The address of the bids of the house; null if no filter finds them. */
  list: string | null;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const { auctionName, startsAt, lastCall, bidsClose, newBids, bids } = group;
  const { time } = inJapan(startsAt, locale);
  const left = Date.parse(lastCall) - now;
  const isLate = left <= 0;
  const isClosed = Date.parse(bidsClose) <= now;
  const moment = isClosed ? "closed" : isLate ? "late" : "until";
  const { key, values } = timeLeft(left);
  const number = (count: number, status: number, text: string) =>
    count > 0 &&
    (list === null ? (
      <span>{text}</span>
    ) : (
      <Link to={`${list}&bidStatus=${status}`}>{text}</Link>
    ));
  return (
    <div
      className={classes(
        styles.group,
        isLate && newBids > 0 && styles.late,
        isLate && newBids === 0 && styles.over,
        !isLate && left < hourMs && styles.soon,
      )}
    >
      <b>
        {time} {auctionName ?? t("bidManager.work.noAuction")}
      </b>
      {number(
        newBids,
        bidStatuses.new,
        t("bidManager.work.new", { count: newBids }),
      )}
      {number(
        bids,
        bidStatuses.bid,
        t("bidManager.work.bids", { count: bids }),
      )}
      <span className={styles.note}>
        {t(`bidManager.work.${moment}`, {
          lastCall: inJapan(lastCall, locale).time,
          bidsClose: inJapan(bidsClose, locale).time,
          left: t(key, values),
        })}
      </span>
    </div>
  );
}
