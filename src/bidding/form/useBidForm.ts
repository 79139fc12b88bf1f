import { useTranslate } from "ra-core";
import { useState } from "react";
import { refuseAmount } from "../../../domain/bidRules";
import { bidIncrement, largestAmount } from "../../../domain/limits";
import { amountErrors } from "../facts/bidLimit";
import { formatNumber, formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { placeBidBody } from "../../../generated/validators";
import { problemText, checkForm } from "../../providers/fieldProblems";
import { useT } from "../../providers/i18n/useT";
import type { Fact } from "../../ui/FactList";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import type { BidTarget } from "../facts/bidTarget";
import type { BidDraft } from "./useBidDraft";
import {
  bidProperties,
  clientField,
  noneOption,
  sentValue,
  type BidProperty,
  useBidOptions,
  type BidOptions,
} from "./useBidOptions";
import { widgetText } from "../../workspace/widgets/widgetText";

export type BidField = BidProperty & {
  label: string;
  hint: string | undefined;
  options: BidOptions | undefined;
};

export type BidForm = {
  /** Whether a manager has to choose the client. */
  needsClient: boolean;
  clientName: string | null;
  /** Chooses the client of a manager's bid; null for none. */
  chooseClient: (client: { value: string; label: string } | null) => void;
  /** Yen; null is empty. */
  amount: number | null;
  /** Whether the bid is in a group, or leaves one. */
  isInGroup: boolean;
  fields: readonly BidField[];
  valueOf: (name: string) => WidgetValue;
  /** The choices and texts of the bid, to be read before it is sent. */
  facts: readonly Fact[];
  /** Returns the error text of a field, and what its control calls. */
  control: (name: string) => {
    error: string | undefined;
    onChange: (value: WidgetValue) => void;
    onBlur: () => void;
  };
  /** Validates all fields; returns the first invalid one, else null. */
  validate: () => string | null;
  /** Shows the server's errors beside their fields; returns false if a field is missing. */
  showErrors: (errors: Readonly<Record<string, string[]>>) => boolean;
  /** Whether a value differs from its initial value. */
  isDirty: boolean;
  reset: () => void;
};

type Errors = Readonly<Record<string, string>>;

/** Keeps the name of the client in the draft beside the id. */
const clientLabelField = "clientLabel";

/** The form's names of the fields that have another name in a change. */
const formNames: Readonly<Record<string, string>> = { exportType: "bidType" };

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
  draft: Pick<BidDraft, "values" | "setValues" | "clear">;
}): BidForm {
  const { isFixedPrice, isEnabled, target, draft } = options;
  const { values } = draft;
  const { bidInfo } = options.lot;
  const { startPrice } = bidInfo;
  const t = useT();
  const translate = useTranslate();
  const bidOptions = useBidOptions(bidInfo, {
    isEnabled,
    isFixedPrice,
    target,
  });
  const needsClient = target.kind === "client";
  const [errors, setErrors] = useState<Errors>({});
  const hintOf = (name: string): string | undefined => {
    const hint = translate(`bid.field.${name}Hint`, { _: "" });
    return (
      (needsClient && translate(`bid.client.${name}Hint`, { _: "" })) ||
      hint ||
      undefined
    );
  };

  const fields = bidProperties
    .map((property) => ({
      ...property,
      label: translate(`bid.field.${property.name}`, {
        _: property.schema.title ?? property.name,
      }),
      hint: hintOf(property.name),
      options: property.optionsPath ? bidOptions[property.name] : undefined,
    }))
    .filter(({ options, optionsPath }) =>
      // A change has no comment field: comments go into the chat of the bid.
      target.kind === "change" && !optionsPath
        ? false
        : options?.isShown !== false,
    );

  const initialOf = (name: string): WidgetValue =>
    name === "amount"
      ? target.kind === "change"
        ? target.bid.amount
        : null
      : (fields.find((field) => field.name === name)?.options?.initial ?? null);
  // An emptied field stays empty.
  const valueOf = (name: string): WidgetValue =>
    Object.hasOwn(values, name) ? (values[name] ?? null) : initialOf(name);
  const clientLabel = valueOf(clientLabelField);
  const typed = valueOf("amount");
  const typedAmount = typeof typed === "number" ? typed : null;
  const amount = isFixedPrice ? startPrice : typedAmount;
  const isDirty = Object.keys(values).some(
    (name) => (valueOf(name) || null) !== initialOf(name),
  );

  const group = valueOf("bidGroup");
  const isInGroup =
    (group !== null && group !== noneOption) ||
    (target.kind === "change" && target.bid.group !== null);

  const amountError = (): string | null => {
    const refusal = refuseAmount(amount, { startPrice, isFixedPrice });
    return (
      refusal &&
      t(amountErrors[refusal], {
        price: formatYen(startPrice ?? 0),
        highest: formatYen(largestAmount),
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
    clientName:
      needsClient && typeof clientLabel === "string" ? clientLabel : null,
    chooseClient: (client) => {
      draft.setValues({
        [clientField]: client?.value ?? null,
        [clientLabelField]: client?.label ?? null,
      });
      setErrors((present) => omit(present, clientField));
    },
    amount,
    isInGroup,
    fields,
    valueOf,
    facts: fields.flatMap(({ name, label, options: choices }) => {
      const value = valueOf(name);
      const chosen = choices?.options.find((option) => option.value === value);
      const text =
        chosen?.label ?? (value || (choices && t("bid.field.notChosen")));
      return text ? [{ label, value: widgetText(text) }] : [];
    }),
    control: (name) => ({
      error: errors[name],
      onChange: (value) => {
        draft.setValues({ [name]: value });
        setErrors((present) => omit(present, name));
      },
      onBlur: () => {
        const error = errorOf(name);
        setErrors((present) => ({
          ...omit(present, name),
          ...(error ? { [name]: error } : {}),
        }));
      },
    }),
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
        text ? [[formNames[name] ?? name, text] as const] : [],
      );
      setErrors((present) => ({ ...present, ...Object.fromEntries(first) }));
      const shown = [
        "amount",
        ...(needsClient ? [clientField] : []),
        ...fields.map(({ name }) => name),
      ];
      return first.every(([name]) => shown.includes(name));
    },
    isDirty,
    reset: () => {
      draft.clear();
      setErrors({});
    },
  };
}
