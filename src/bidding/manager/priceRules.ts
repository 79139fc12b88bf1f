import {
  doubtSoldPrice,
  isBeforeAuction,
  refuseAmount,
} from "../../../domain/bidRules";
import { bidStatuses } from "../../../domain/bidStatus";
import { bidIncrement, largestAmount } from "../../../domain/limits";
import { isFinished } from "../../../domain/lotStatus";
import { formatNumber, formatYen } from "../../../domain/money";
import type { ConfirmRule } from "../../workspace/registry/areaModule";
import { amountErrors } from "../amountErrors";
import { auctionAtOf, numberIn, questionOf } from "./bidStatusRule";

const place = "bidManager.confirm";

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
