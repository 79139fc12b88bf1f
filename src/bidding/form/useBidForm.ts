import { useState } from "react";
import { refuseAmount } from "../../../domain/bidRules";
import { bidIncrement } from "../../../domain/limits";
import { formatNumber, formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { placeBidBody } from "../../../generated/validators";
import type { MessageKey } from "../../providers/i18n/keys";
import { useT } from "../../providers/i18n/useT";
import { problemText } from "../../providers/problemText";
import { checkForm } from "../../providers/validate";
import type { WidgetValue } from "../../workspace/registry/widgets";
import { bidProperties, sentValue, type BidProperty } from "./bidProperties";
import { useBidOptions, type BidOptions } from "./useBidOptions";

export type BidField = BidProperty & { options: BidOptions | undefined };

export type BidForm = {
  /** Yen; null is empty. */
  amount: number | null;
  fields: readonly BidField[];
  valueOf: (name: string) => WidgetValue;
  /** What is wrong with a field, in words. */
  problems: Readonly<Record<string, string>>;
  change: (name: string, value: WidgetValue) => void;
  leave: (name: string) => void;
  /** Checks everything; the first wrong field, null when all is right. */
  check: () => string | null;
  /** Shows what the server says against fields. */
  refuse: (errors: Readonly<Record<string, string[]>>) => void;
  reset: () => void;
};

const amountProblems = {
  amount_required: "bid.problem.required",
  lower_price: "bid.problem.lower_price",
  incorrect_bid: "bid.problem.incorrect_bid",
} as const satisfies Record<string, MessageKey>;

type Values = Readonly<Record<string, WidgetValue>>;

/**
 * A bid as it is typed. A field is checked when it is left, all of them before
 * the bid is placed; a problem goes as soon as its field is changed.
 */
export function useBidForm(options: {
  lot: LotDetail;
  isFixedPrice: boolean;
  /** Whether a bid can be placed at all. */
  isEnabled: boolean;
}): BidForm {
  const { isFixedPrice, isEnabled } = options;
  const { bidInfo } = options.lot;
  const t = useT();
  const sources = useBidOptions(bidInfo, isEnabled);
  const [values, setValues] = useState<Values>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { startPrice } = bidInfo;

  const fields = bidProperties
    .map((property) => ({
      ...property,
      options: property.source ? sources[property.source] : undefined,
    }))
    .filter(({ options }) => options?.isShown !== false);

  const valueOf = (name: string): WidgetValue =>
    values[name] ??
    fields.find((field) => field.name === name)?.options?.initial ??
    null;
  const amount = values.amount;

  const problemOf = (name: string): string | null => {
    if (name === "amount") {
      const refusal = refuseAmount(typeof amount === "number" ? amount : null, {
        startPrice,
        isFixedPrice,
      });
      return (
        refusal &&
        t(amountProblems[refusal], {
          price: formatYen(startPrice ?? 0),
          step: formatNumber(bidIncrement),
        })
      );
    }
    const field = fields.find((one) => one.name === name);
    if (!field) return null;
    const value = valueOf(name);
    if (field.options?.isRequired && value === null)
      return t("bid.problem.required");
    const sent = { [name]: sentValue(field.schema, value) };
    return problemText(checkForm(placeBidBody, sent)[name], t);
  };

  const without = (name: string) => (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));

  return {
    amount: typeof amount === "number" ? amount : null,
    fields,
    valueOf,
    problems,
    change: (name, value) => {
      setValues((all) => ({ ...all, [name]: value }));
      setProblems(without(name));
    },
    leave: (name) => {
      const problem = problemOf(name);
      setProblems((all) => ({
        ...without(name)(all),
        ...(problem ? { [name]: problem } : {}),
      }));
    },
    check: () => {
      const wrong = ["amount", ...fields.map(({ name }) => name)].flatMap(
        (name) => {
          const problem = problemOf(name);
          return problem ? [[name, problem] as const] : [];
        },
      );
      setProblems(Object.fromEntries(wrong));
      return wrong[0]?.[0] ?? null;
    },
    refuse: (errors) => {
      const known = Object.entries(errors).flatMap(([name, [text]]) =>
        text ? [[name, text] as const] : [],
      );
      setProblems((all) => ({ ...all, ...Object.fromEntries(known) }));
    },
    reset: () => {
      setValues({});
      setProblems({});
    },
  };
}
