import type { AmountRefusal } from "../../domain/bidRules";
import type { MessageKey } from "../providers/i18n/keys";

/** The texts of refused amounts, which name the `price`, the `highest` bid or the `step`. */
export const amountErrors = {
  amount_required: "bid.problem.required",
  lower_price: "bid.problem.lower_price",
  incorrect_bid: "bid.problem.incorrect_bid",
  amount_too_high: "bid.problem.amount_too_high",
} as const satisfies Record<AmountRefusal, MessageKey>;
