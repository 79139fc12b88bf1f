import { hasFlag } from "../../../domain/access";
import { isLastHour } from "../../../domain/bidRules";
import { bidStatuses } from "../../../domain/bidStatus";
import { isEditableBid } from "../../../domain/bidTransitions";
import type { ConfirmRule, Question } from "../../workspace/registry/areas";

const place = "bidManager.confirm";

/**
 * Returns the questions before a bid gets another status: within an hour of the
 * auction a warning, then the question of the status. A win on a lot whose
 * auction is still to come has a second question, which the server requires.
 */
export const bidStatusRule: ConfirmRule = ({
  row,
  values,
  now,
  viewer,
  write,
}) => {
  const status = Number(values.status);
  const from = Number(row.bidStatus);
  const auctionAt =
    typeof row.auctionDate === "string" ? new Date(row.auctionDate) : null;
  const isWin = status === bidStatuses.win;
  const isFuture = auctionAt !== null && auctionAt > now;
  const texts = { to: write("bidStatus", status) };
  const change = { accept: `${place}.change`, values: texts };
  const main = (): Question => {
    if (isWin)
      return { ...questionOf("win"), ...change, accept: `${place}.markWon` };
    if (from === bidStatuses.win)
      return { ...questionOf("leaveWin"), ...change, tone: "warning" };
    if (!isEditableBid(status))
      return { ...questionOf("close"), ...change, tone: "warning" };
    return { ...questionOf("generic"), ...change };
  };
  const isLate =
    hasFlag(viewer, "lastHourBidWarning") && isLastHour(auctionAt, now);
  return [
    ...(isLate
      ? [
          {
            ...questionOf("lastHour"),
            accept: `${place}.accept`,
            tone: "warning" as const,
          },
        ]
      : []),
    main(),
    ...(isWin && isFuture
      ? [
          {
            ...questionOf("futureWin"),
            accept: `${place}.markWon`,
            tone: "warning" as const,
            sends: { confirm: 1 },
          },
        ]
      : []),
  ];
};

const questionOf = (name: string) => ({
  title: `${place}.${name}.title`,
  text: `${place}.${name}.text`,
});
