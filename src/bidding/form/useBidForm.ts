import { useState } from "react";
import { refuseAmount } from "../../../domain/bidRules";
import { bidIncrement } from "../../../domain/limits";
import { formatNumber, formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { placeBidBody } from "../../../generated/validators";
import type { MessageKey } from "../../providers/i18n/keys";
import { useT } from "../../providers/i18n/useT";
import { problemText } from "../../providers/fieldProblems";
import { checkForm } from "../../providers/fieldProblems";
import type { WidgetValue } from "../../workspace/registry/widgets";
import type { BidTarget } from "../submission/bidTarget";
import {
  bidProperties,
  clientField,
  sentValue,
  type BidProperty,
} from "./bidProperties";
import { useBidOptions, type BidOptions } from "./useBidOptions";

export type BidField = BidProperty & { options: BidOptions | undefined };

export type BidForm = {
  /** Whether a manager has to choose the client. */
  needsClient: boolean;
  /** Yen; null is empty. */
  amount: number | null;
  fields: readonly BidField[];
  valueOf: (name: string) => WidgetValue;
  /** The error texts of invalid fields. */
  errors: Readonly<Record<string, string>>;
  change: (name: string, value: WidgetValue) => void;
  validateField: (name: string) => void;
  /** Validates all fields; returns the first invalid one, else null. */
  validate: () => string | null;
  /** Shows the server's errors beside their fields. */
  showErrors: (errors: Readonly<Record<string, string[]>>) => void;
  reset: () => void;
};

const amountErrors = {
  amount_required: "bid.problem.required",
  lower_price: "bid.problem.lower_price",
  incorrect_bid: "bid.problem.incorrect_bid",
} as const satisfies Record<string, MessageKey>;

type Values = Readonly<Record<string, WidgetValue>>;
type Errors = Readonly<Record<string, string>>;

const omit = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name));

/**
 * The state of the bid form. A field is validated when it loses focus, all
 * fields before the bid is submitted. Changing a field removes its error.
 */
export function useBidForm(options: {
  lot: LotDetail;
  isFixedPrice: boolean;
  /** Loads the options of the fields. False while no bid can be placed. */
  isEnabled: boolean;
  target: BidTarget;
}): BidForm {
  const { isFixedPrice, isEnabled, target } = options;
  const { bidInfo } = options.lot;
  const { startPrice } = bidInfo;
  const t = useT();
  const bidOptions = useBidOptions(bidInfo, { isEnabled, target });
  const needsClient = target.kind === "client";
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Errors>({});

  const fields = bidProperties
    .map((property) => ({
      ...property,
      options: property.optionsPath ? bidOptions[property.name] : undefined,
    }))
    .filter(({ options, optionsPath }) =>
      // A change has no comment: further words go into the chat of the bid.
      target.kind === "change" && !optionsPath
        ? false
        : options?.isShown !== false,
    );

  const valueOf = (name: string): WidgetValue =>
    values[name] ??
    fields.find((field) => field.name === name)?.options?.initial ??
    null;
  const typed = Object.hasOwn(values, "amount")
    ? values.amount
    : target.kind === "change" && target.bid.amount;
  const typedAmount = typeof typed === "number" ? typed : null;
  const amount = isFixedPrice ? startPrice : typedAmount;

  const amountError = (): string | null => {
    const refusal = refuseAmount(amount, { startPrice, isFixedPrice });
    return (
      refusal &&
      t(amountErrors[refusal], {
        price: formatYen(startPrice ?? 0),
        step: formatNumber(bidIncrement),
      })
    );
  };

  const errorOf = (name: string): string | null => {
    if (name === "amount") return amountError();
    if (name === clientField)
      return valueOf(clientField) === null ? t("bid.problem.required") : null;
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return null;
    const value = valueOf(name);
    if (field.options?.isRequired && value === null)
      return t("bid.problem.required");
    const sent = { [name]: sentValue(field.schema, value) };
    return problemText(checkForm(placeBidBody, sent)[name], t);
  };

  return {
    needsClient,
    amount,
    fields,
    valueOf,
    errors,
    change: (name, value) => {
      setValues((present) => ({ ...present, [name]: value }));
      setErrors((present) => omit(present, name));
    },
    validateField: (name) => {
      const error = errorOf(name);
      setErrors((present) => ({
        ...omit(present, name),
        ...(error ? { [name]: error } : {}),
      }));
    },
    validate: () => {
      const names = [
        ...(needsClient ? [clientField] : []),
        "amount",
        ...fields.map(({ name }) => name),
      ];
      const found = names.flatMap((name) => {
        const error = errorOf(name);
        return error ? [[name, error] as const] : [];
      });
      setErrors(Object.fromEntries(found));
      return found[0]?.[0] ?? null;
    },
    showErrors: (serverErrors) => {
      const first = Object.entries(serverErrors).flatMap(([name, [text]]) =>
        text ? [[name, text] as const] : [],
      );
      setErrors((present) => ({ ...present, ...Object.fromEntries(first) }));
    },
    reset: () => {
      setValues({});
      setErrors({});
    },
  };
}
