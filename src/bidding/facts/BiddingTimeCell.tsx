import { useLocaleState } from "ra-core";
import { hasFlag } from "../../../domain/access";
import { auctionTimeOf } from "../../../domain/bidRules";
import { isFinished, lotStatuses } from "../../../domain/lotStatus";
import { momentsOf } from "../../../domain/moments";
import { useT } from "../../providers/i18n/useT";
import { useServerClock } from "../../providers/useServerClock";
import { useSession } from "../../providers/session";
import { classes } from "../../ui/classes";
import { MomentCell } from "../../workspace/cells/TextCell";
import type { CellProps } from "../../workspace/registry/cells";
import { inJapan, largestUnits } from "./moment";
import styles from "./BiddingTimeCell.module.css";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The time of the auction, and below it how long it still takes bids. Readers with a bid
 * on the lot need none of it: they may change their bid for a shorter time, which
 * depends on its status and is on the page of the lot.
 */
export function BiddingTimeCell(props: CellProps) {
  const deadline = useDeadline(props.row);
  return (
    <div className={classes(deadline && styles.threeLines)}>
      <MomentCell {...props} />
      {deadline && <TimeToBid {...deadline} />}
    </div>
  );
}

type Deadline = { at: Date; isClosed: boolean };

/**
 * Returns the deadline of bids by the rule of the lot's page, null for a lot without an
 * auction time, with a result or with a bid of the reader. A lot that is being auctioned is closed already.
 */
function useDeadline(row: CellProps["row"]): Deadline | null {
  const session = useSession();
  if (session.status !== "authenticated") return null;
  const { auctionDate, lotType, status: code, myBid } = row;
  const status = typeof code === "number" ? code : lotStatuses.upcoming;
  if (typeof auctionDate !== "string" || isFinished(status)) return null;
  if (typeof myBid === "string") return null;
  const auctionAt = auctionTimeOf(String(lotType), new Date(auctionDate));
  const moments = momentsOf(auctionAt, {
    bidDeadlineCheck: hasFlag(session.viewer, "bidDeadlineCheck"),
  });
  const isClosed = status !== lotStatuses.upcoming;
  return moments && { at: moments.bidsClose, isClosed };
}

/** Renders only when its text changes, since a list has one for each row. */
function TimeToBid({ at, isClosed }: Deadline) {
  const t = useT();
  const [locale] = useLocaleState();
  const time = at.getTime();
  const left = useServerClock((now) => shownTime(time - now.getTime()));
  if (isClosed || left < 0)
    return <div className={styles.left}>{t("bid.closing.closed")}</div>;
  const { unit, values } = largestUnits(left);
  const { day, time: clock } = inJapan(at.toISOString(), locale);
  return (
    <div
      className={classes(styles.left, left < hourMs && styles.soon)}
      title={t("bid.time.closes.on", { day, time: clock })}
    >
      {t(`bid.closing.${unit}`, values)}
    </div>
  );
}

/** Rounds a remaining time down to what is shown: minutes, and seconds in the last one. */
function shownTime(milliseconds: number): number {
  if (milliseconds < 0) return -1;
  const step = milliseconds < minuteMs ? 1000 : minuteMs;
  return Math.floor(milliseconds / step) * step;
}
