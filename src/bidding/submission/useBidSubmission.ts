import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { hasFlag } from "../../../domain/access";
import { isCovered } from "../../../domain/bidRules";
import type {
  Balance,
  LotDetail,
  PlaceBidBody,
  PlaceBidReply,
  PlaceBidResult,
  UpdateBidPriceReply,
} from "../../../generated/schemas";
import { loadedMiddle } from "../../providers/comparables";
import { CallError, request } from "../../providers/http";
import { refreshSession, useSignedIn } from "../../providers/session";
import { useIdempotencyKey } from "../../providers/useIdempotencyKey";
import { useWorkspace } from "../../providers/workspace";
import type { BidForm } from "../form/useBidForm";
import { suspiciousTimes } from "./amountWarning";
import { bidRequest } from "./bidRequest";
import {
  bidOfConflict,
  hasSameValues,
  type BidTarget,
  type OwnBid,
} from "./bidTarget";
import { refreshBid } from "./refreshBid";

/** The steps from the form to the placed bid; each has its dialog. */
type SubmissionStep =
  | { name: "editing"; error?: unknown }
  | { name: "checkingBalance" }
  | { name: "amountWarning"; amount: number; times: number; usual: number }
  | { name: "creditExceeded"; amount: number; balance: Balance }
  | {
      name: "confirming";
      amount: number;
      isSending: boolean;
      error?: unknown;
      /** The server's message about the confirmation itself. */
      termsError?: string;
    }
  | {
      name: "placed";
      result: Omit<PlaceBidResult, "bidId">;
      /** The limits were loaded again, or cannot be loaded. */
      isRefreshed: boolean;
    };

export type StepNamed<Name extends SubmissionStep["name"]> = Extract<
  SubmissionStep,
  { name: Name }
>;

export type BidSubmission = {
  target: BidTarget;
  /** The client of a manager's bid. */
  clientName: string | null;
  step: SubmissionStep;
  /** Starts the submission of a valid form. */
  begin: () => void;
  /** Continues although the amount is suspiciously high. */
  confirmAmount: () => void;
  /** Sends the bid. Further calls while it is being sent do nothing. */
  send: () => void;
  /** Goes back to the form, which is emptied once the bid is placed. */
  close: () => void;
};

/** The session-expired dialog shows this error. */
const isUnauthorized = (error: unknown) =>
  error instanceof CallError && error.status === 401;

/**
 * Takes a bid from the form to the server: warns about a suspicious amount,
 * reloads the balance if the viewer's credit is checked, asks for confirmation
 * and sends the bid. The form keeps its values until the bid is placed.
 */
export function useBidSubmission({
  lot,
  lotType,
  form,
  target,
  onConflict,
  onClosed,
}: {
  lot: LotDetail;
  lotType: PlaceBidBody["lotType"];
  form: BidForm;
  target: BidTarget;
  /** Gets the bid as it is now, if somebody else changed it before this change arrived. */
  onConflict: (now: OwnBid) => void;
  /** Called when the dialog of the accepted bid is closed. */
  onClosed: () => void;
}): BidSubmission {
  const queryClient = useQueryClient();
  const { viewer } = useSignedIn();
  const { capabilities } = useWorkspace();
  const [step, setStep] = useState<SubmissionStep>({ name: "editing" });
  const isSending = useRef(false);
  const { keyFor, forget } = useIdempotencyKey();
  const amount = form.amount ?? 0;

  const checkBalance = async () => {
    // The server checks the limits of a client and of a change.
    const isChecked =
      target.kind === "own" && hasFlag(viewer, "creditLimitCheck");
    if (!isChecked) {
      setStep({ name: "confirming", amount, isSending: false });
      return;
    }
    setStep({ name: "checkingBalance" });
    try {
      const { balanceInfo } = await refreshSession();
      setStep(
        isCovered(amount, balanceInfo)
          ? { name: "confirming", amount, isSending: false }
          : { name: "creditExceeded", amount, balance: balanceInfo },
      );
    } catch (error) {
      setStep({
        name: "editing",
        error: isUnauthorized(error) ? undefined : error,
      });
    }
  };

  const begin = () => {
    // The same figure as beside the start price.
    const usual =
      loadedMiddle(queryClient, lot.carCommonDetail.id) ??
      lot.bidInfo.averagePrice;
    const times = suspiciousTimes(amount, usual);
    if (times !== null && usual !== null)
      setStep({ name: "amountWarning", amount, times, usual });
    else void checkBalance();
  };

  const reload = () => {
    void refreshBid(queryClient, lot.carCommonDetail.id);
    // If it fails, the balance stays as it was until the next call.
    return refreshSession().catch(() => undefined);
  };

  const showRefusal = async (error: CallError) => {
    const { confirm, ...fieldErrors } = error.errors;
    const areShown = form.showErrors(fieldErrors);
    const isOwnCredit = target.kind !== "client";
    if (error.code === "insufficient_credit" && isOwnCredit) {
      const { balanceInfo } = await refreshSession();
      setStep({ name: "creditExceeded", amount, balance: balanceInfo });
    } else if (Object.keys(fieldErrors).length > 0 && areShown)
      setStep({ name: "editing" });
    else
      setStep({
        name: "confirming",
        amount,
        isSending: false,
        error: confirm || isUnauthorized(error) ? undefined : error,
        termsError: confirm?.[0],
      });
    // The lot has changed on the server: show its present state.
    if ([404, 409, 422].includes(error.status)) void reload();
  };

  const sendAs = async (sent: BidTarget) => {
    const call = bidRequest(sent, { lot, lotType, amount, form });
    const { method, path, body } = call;
    const reply = await request<PlaceBidReply | UpdateBidPriceReply>(path, {
      method,
      body,
      headers: capabilities.idempotencyKeys
        ? { "Idempotency-Key": keyFor(body) }
        : undefined,
    });
    forget();
    return "result" in reply ? reply.result : reply;
  };

  /** Sends a change again if only values that the form does not show have changed. */
  const sendOver = async (error: unknown) => {
    const now =
      target.kind === "change" ? bidOfConflict(error, target.bid) : null;
    if (target.kind !== "change" || now === null) throw error;
    if (hasSameValues(now, target.bid))
      return sendAs({ kind: "change", bid: now });
    onConflict(now);
    return null;
  };

  const send = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setStep({ name: "confirming", amount, isSending: true });
    try {
      const result = await sendAs(target).catch(sendOver);
      if (result === null) {
        setStep({ name: "editing" });
        void reload();
        return;
      }
      setStep({ name: "placed", result, isRefreshed: false });
      void reload().then(() => {
        setStep((present) =>
          present.name === "placed"
            ? { ...present, isRefreshed: true }
            : present,
        );
      });
    } catch (error) {
      const showError = () => {
        setStep({ name: "confirming", amount, isSending: false, error });
      };
      if (error instanceof CallError) await showRefusal(error).catch(showError);
      else showError();
    } finally {
      isSending.current = false;
    }
  };

  return {
    target,
    clientName: form.clientName,
    step,
    begin,
    confirmAmount: () => void checkBalance(),
    send: () => void send(),
    close: () => {
      if (isSending.current) return;
      setStep({ name: "editing" });
      if (step.name !== "placed") return;
      form.reset();
      onClosed();
    },
  };
}
