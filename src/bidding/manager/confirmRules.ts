import { hasFlag } from "../../../domain/access";
import {
  auctionTimeOf,
  isAboveMaximum,
  isBeforeAuction,
  doubtSoldPrice,
  refuseAmount,
} from "../../../domain/bidRules";
import { bidStatuses } from "../../../domain/bidStatus";
import { isEditableBid } from "../../../domain/bidTransitions";
import { formatYen, formatNumber } from "../../../domain/money";
import type { Row } from "../../providers/dataProvider";
import type {
  ConfirmRule,
  Question,
} from "../../workspace/registry/areaModule";
import { bidIncrement, largestAmount } from "../../../domain/limits";
import { isFinished } from "../../../domain/lotStatus";
import { isAfterLastCall } from "../../../domain/moments";
import { amountErrors } from "../facts/bidLimit";

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
  const texts = { to: write("bidStatus", status, row) };
  const change = { accept: `${place}.change`, values: texts };
  const facts = () => ({
    car: carOf(row),
    client: write("user", row.user),
    maximum: formatYen(maximum ?? 0),
  });
  const main = (): Question[] => {
    if (isWin && isAboveMaximum(price, maximum))
      return [
        {
          // The price of the lot is not charged if it is above the maximum.
          ...questionOf(row.isPriceRecorded === true ? "winAbove" : "lotAbove"),
          accept: `${place}.markWon`,
          tone: "warning",
          values: { ...facts(), price: formatYen(price ?? 0) },
          sends: { confirmedPrice: price },
        },
      ];
    if (isWin)
      return [
        {
          ...questionOf("win"),
          accept: `${place}.markWon`,
          // The text of an order names its car and price, so that each order asks.
          values: row.lotType === "stock" ? facts() : texts,
        },
      ];
    if (from === bidStatuses.win)
      return [{ ...questionOf("leaveWin"), ...change, tone: "warning" }];
    if (!isEditableBid(status))
      return [{ ...questionOf("close"), ...change, tone: "warning" }];
    return [];
  };
  const isLate =
    hasFlag(viewer, "lastHourBidWarning") && isAfterLastCall(auctionAt, now);
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

/** Returns when the lot of a bid is auctioned; null for an order or without a date. */
const auctionAtOf = ({ auctionDate, lotType }: Row): Date | null =>
  typeof auctionDate === "string"
    ? auctionTimeOf(String(lotType), new Date(auctionDate))
    : null;

/** Returns the lot number, maker and model of a bid's car, as far as they are known. */
const carOf = ({ lotNo, maker, model }: Row): string =>
  [lotNo, maker, model].filter((part) => typeof part === "string").join(" ");

const numberIn = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

/** Returns the texts of a question. */
const questionOf = (name: string) => ({
  title: `${place}.${name}.title`,
  text: `${place}.${name}.text`,
});

/** From these multiples of the former amount and of the start price on, it may be a typo. */
const suspicious = { former: 10, start: 3 };

/**
 * Refuses an amount that the server would refuse, and asks before a jump: to ten times
 * the former amount, or over three times the start price for the first time.
 */
export const bidAmountRule: ConfirmRule = ({ row, values }) => {
  const amount = numberIn(values.amount);
  const before = numberIn(row.bidAmount);
  if (values.amount === undefined || amount === before) return [];
  const startPrice = numberIn(row.startPrice);
  const isFixedPrice = row.lotType === "stock";
  const refusal = refuseAmount(amount, { startPrice, isFixedPrice });
  if (refusal)
    return [
      {
        refuses: "amount",
        text: amountErrors[refusal],
        values: {
          price: formatYen(startPrice ?? 0),
          highest: formatYen(largestAmount),
          step: formatNumber(bidIncrement),
        },
      },
    ];
  if (amount === null || isFixedPrice) return [];
  const most = suspicious.start * (startPrice ?? 0);
  const isJump = before !== null && amount >= suspicious.former * before;
  const isOver = most > 0 && amount > most && (before ?? 0) <= most;
  if (!isJump && !isOver) return [];
  const start = startPrice ? formatYen(startPrice) : "—";
  return [
    {
      title: `${place}.jump.title`,
      text: `${place}.jump.text`,
      accept: `${place}.saveAmount`,
      tone: "warning",
      values: { from: formatYen(before ?? 0), to: formatYen(amount), start },
    },
  ];
};

/**
 * Asks before a price is recorded for a lot whose auction is still to come, and before a
 * price that is probably a typo. The server requires both answers.
 */
export const soldPriceRule: ConfirmRule = ({ row, values, now }) => {
  const price = numberIn(values.soldPrice);
  if (price === null) return [];
  const isOpen =
    isBeforeAuction(auctionAtOf(row), now) && !isFinished(Number(row.status));
  const [startPrice, amount, former] = [
    numberIn(row.startPrice),
    numberIn(row.bidAmount),
    numberIn(row.soldPrice),
  ];
  const isWon = row.bidStatus === bidStatuses.win;
  const doubt = doubtSoldPrice(price, { startPrice, amount, former, isWon });
  const question = {
    accept: `${place}.savePrice`,
    tone: "warning" as const,
    values: {
      price: formatYen(price),
      start: formatYen(startPrice ?? 0),
      amount: formatYen(amount ?? 0),
      usual: formatYen(former ?? amount ?? 0),
    },
    sends: { confirm: 1 },
  };
  return [
    ...(isOpen ? [{ ...questionOf("futurePrice"), ...question }] : []),
    ...(doubt
      ? [
          {
            ...question,
            title: `${place}.priceDoubt.title`,
            text: `${place}.priceDoubt.${doubt}`,
          },
        ]
      : []),
  ];
};
