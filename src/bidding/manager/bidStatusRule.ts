import { hasFlag } from "../../../domain/access";
import {
  isAboveMaximum,
  isBeforeAuction,
  isLastHour,
} from "../../../domain/bidRules";
import { bidStatuses } from "../../../domain/bidStatus";
import { isEditableBid } from "../../../domain/bidTransitions";
import { formatYen } from "../../../domain/money";
import type { Row } from "../../providers/dataProvider";
import type {
  ConfirmRule,
  Question,
} from "../../workspace/registry/areaModule";

const place = "bidManager.confirm";

/**
 * Returns the questions before a bid gets another status: within an hour of the
 * auction a warning, then the question of the status. New and Bid need none, because
 * undo takes them back. The server requires an answer before a win at a price above the
 * maximum, with the price that was shown, and a second one before a win on a lot whose auction is still to come.
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
  const [price, maximum] = [numberIn(row.soldPrice), numberIn(row.bidAmount)];
  const isFuture = isBeforeAuction(auctionAt, now);
  const texts = { to: write("bidStatus", status) };
  const change = { accept: `${place}.change`, values: texts };
  const main = (): Question[] => {
    if (isWin && isAboveMaximum(price, maximum))
      return [
        {
          // The price of the lot is not charged if it is above the maximum.
          ...questionOf(row.isPriceRecorded === true ? "winAbove" : "lotAbove"),
          accept: `${place}.markWon`,
          tone: "warning",
          values: {
            car: carOf(row),
            client: write("user", row.user),
            price: formatYen(price ?? 0),
            maximum: formatYen(maximum ?? 0),
          },
          sends: { confirmedPrice: price },
        },
      ];
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

/** Returns the lot number, maker and model of a bid's car, as far as they are known. */
const carOf = ({ lotNo, maker, model }: Row): string =>
  [lotNo, maker, model].filter((part) => typeof part === "string").join(" ");

export const numberIn = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

/** Returns the texts of a question. */
export const questionOf = (name: string) => ({
  title: `${place}.${name}.title`,
  text: `${place}.${name}.text`,
});
