import { hasFlag } from "../../../domain/access";
import { isBeforeAuction, isLastHour } from "../../../domain/bidRules";
import { bidStatuses } from "../../../domain/bidStatus";
import { isEditableBid } from "../../../domain/bidTransitions";
import type { Row } from "../../providers/dataProvider";
import type { ConfirmRule, Question } from "../../workspace/registry/areas";

const place = "bidManager.confirm";

/**
 * Returns the questions before a bid gets another status: within an hour of the
 * auction a warning, then the question of the status. New and Bid need none, because
 * undo takes them back. A win on a lot whose
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
  const auctionAt = auctionAtOf(row);
  const isWin = status === bidStatuses.win;
  const isFuture = isBeforeAuction(auctionAt, now);
  const texts = { to: write("bidStatus", status) };
  const change = { accept: `${place}.change`, values: texts };
  const main = (): Question[] => {
    if (isWin)
      return [{ ...questionOf("win"), ...change, accept: `${place}.markWon` }];
    if (from === bidStatuses.win)
      return [{ ...questionOf("leaveWin"), ...change, tone: "warning" }];
    if (!isEditableBid(status))
      return [{ ...questionOf("close"), ...change, tone: "warning" }];
    return [];
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
    ...main(),
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

/** Returns when the lot of a bid is auctioned; null if its row has no auction date. */
export const auctionAtOf = ({ auctionDate }: Row): Date | null =>
  typeof auctionDate === "string" ? new Date(auctionDate) : null;

/** Returns the texts of a question. */
export const questionOf = (name: string) => ({
  title: `${place}.${name}.title`,
  text: `${place}.${name}.text`,
});
