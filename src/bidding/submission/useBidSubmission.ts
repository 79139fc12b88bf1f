import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { hasFlag } from "../../../domain/access";
import { isCovered } from "../../../domain/bidRules";
import { comparablesCall } from "../../../domain/lotHistory";
import type {
  Balance,
  ComparablesReply,
  LotDetail,
  PlaceBidBody,
  PlaceBidReply,
  PlaceBidResult,
  UpdateBidPriceReply,
} from "../../../generated/schemas";
import { isUnauthorized } from "../../providers/CallError";
import { CallError } from "../../providers/http";
import { refreshSession, useSignedIn } from "../../providers/session";
import { useSendWrite } from "../../providers/write";
import type { BidForm } from "../form/useBidForm";
import { suspiciousTimes, bidLimit } from "../facts/bidLimit";
import { standingKey } from "../form/useBidOptions";
import { bidRequest, refreshBid } from "./bidRequest";
import {
  bidOfConflict,
  hasSameValues,
  type BidTarget,
  type OwnBid,
} from "../facts/bidTarget";

/** The bid as the form had it when its button was pressed. Only this bid is sent. */
type PreparedBid = {
  amount: number;
  target: BidTarget;
  /** The client of a manager's bid. */
  clientName: string | null;
  facts: BidForm["facts"];
  isInGroup: BidForm["isInGroup"];
  /** Returns the call that sends the bid; a change may have a newer version by then. */
  callFor: (target: BidTarget) => ReturnType<typeof bidRequest>;
};

/** The steps from the form to the placed bid; each has its dialog. */
type SubmissionStep =
  | {
      name: "editing";
      error?: unknown;
      /** Form or lot changed before the bid was confirmed. */
      hasChanged?: boolean;
    }
  | { name: "checkingBalance"; bid: PreparedBid }
  | { name: "amountWarning"; bid: PreparedBid; times: number; usual: number }
  | {
      name: "creditExceeded";
      amount: number;
      isInGroup: boolean;
      balance: Balance;
    }
  | {
      name: "confirming";
      bid: PreparedBid;
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

/** The server refused the bid for good: a retry would fail too. */
export const isFinal = (error: unknown) =>
  error instanceof CallError && [403, 404, 409, 422].includes(error.status);

/** Returns true if the bid of the step is neither on its way nor finally refused. */
const isWaiting = (
  step: SubmissionStep,
): step is StepNamed<"checkingBalance" | "amountWarning" | "confirming"> =>
  step.name === "checkingBalance" ||
  step.name === "amountWarning" ||
  (step.name === "confirming" && !step.isSending && !isFinal(step.error));

/** Returns true if both prepared bids send the same bid, of whichever version. */
function isSameBid(one: PreparedBid, other: PreparedBid): boolean {
  const textOf = ({ target, callFor }: PreparedBid) =>
    JSON.stringify(
      callFor(
        target.kind === "change"
          ? { kind: "change", bid: { ...target.bid, version: undefined } }
          : target,
      ),
    );
  return textOf(one) === textOf(other);
}

const exceeded = ({ amount, isInGroup }: PreparedBid) => ({
  name: "creditExceeded" as const,
  amount,
  isInGroup,
});

/**
 * Takes a bid from the form to the server: warns about a suspicious amount,
 * after it has reloaded the balance of a viewer whose credit is checked, asks for
 * confirmation and sends the bid. The form keeps its values until the bid is placed.
 */
export function useBidSubmission({
  lot,
  lotType,
  form,
  target,
  hasConflict,
  onConflict,
  onClosed,
}: {
  lot: LotDetail;
  lotType: PlaceBidBody["lotType"];
  form: BidForm;
  target: BidTarget;
  /** Whether somebody else has changed the bid that the form changes. */
  hasConflict: boolean;
  /** Gets the bid as it is now, if somebody else changed it before this change arrived. */
  onConflict: (now: OwnBid) => void;
  /** Called when the dialog of the accepted bid is closed. */
  onClosed: () => void;
}): BidSubmission {
  const queryClient = useQueryClient();
  const session = useSignedIn();
  const { viewer } = session;
  const [step, setStep] = useState<SubmissionStep>({ name: "editing" });
  const isSending = useRef(false);
  const sendWrite = useSendWrite();
  const present: PreparedBid = {
    amount: form.amount ?? 0,
    target,
    clientName: form.clientName,
    facts: form.facts,
    isInGroup: form.isInGroup,
    callFor: (of) =>
      bidRequest(of, { lot, lotType, amount: form.amount ?? 0, form }),
  };

  // The dialog shows the bid as it was when the button was pressed.
  if (isWaiting(step) && (hasConflict || !isSameBid(step.bid, present)))
    setStep({ name: "editing", hasChanged: !hasConflict });

  /** The confirmation, or before it the question about an unusual amount. */
  const confirmationOf = (bid: PreparedBid, limit: number | null) => {
    // The same figure as beside the start price.
    const usual =
      queryClient.getQueryData<ComparablesReply>(
        comparablesCall(lot.carCommonDetail.id).key,
      )?.range?.middle ?? lot.bidInfo.averagePrice;
    const times =
      bid.target.kind === "order" ? null : suspiciousTimes(bid.amount, usual);
    const isTooMuch = limit !== null && limit < bid.amount;
    return times === null || usual === null || isTooMuch
      ? { name: "confirming" as const, bid, isSending: false }
      : { name: "amountWarning" as const, bid, times, usual };
  };

  const checkBalance = async (bid: PreparedBid) => {
    // The server checks the limit of a change.
    const isOwnChecked =
      ["own", "order"].includes(bid.target.kind) &&
      hasFlag(viewer, "creditLimitCheck");
    const isClientChecked =
      bid.target.kind === "client" && bid.target.standing !== null;
    if (!isOwnChecked && !isClientChecked) {
      setStep(confirmationOf(bid, bidLimit(bid.target, session, bid)));
      return;
    }
    const checking = { name: "checkingBalance" as const, bid };
    setStep(checking);
    const goOn = (next: SubmissionStep) => {
      setStep((now) => (now === checking ? next : now));
    };
    if (isClientChecked) {
      // If it fails, the dialog shows the limit that was loaded before.
      await queryClient.invalidateQueries({ queryKey: [standingKey] });
      goOn(confirmationOf(bid, bidLimit(bid.target, session, bid)));
      return;
    }
    try {
      const { balanceInfo } = await refreshSession();
      const { amount } = bid;
      goOn(
        bid.isInGroup || isCovered(amount, balanceInfo)
          ? confirmationOf(bid, null)
          : { ...exceeded(bid), balance: balanceInfo },
      );
    } catch (error) {
      goOn({
        name: "editing",
        error: isUnauthorized(error) ? undefined : error,
      });
    }
  };

  const reload = () => {
    void refreshBid(queryClient, lot.carCommonDetail.id);
    // If it fails, the balance stays as it was until the next call.
    return refreshSession().catch(() => undefined);
  };

  const showRefusal = async (error: CallError, bid: PreparedBid) => {
    const { confirm, ...fieldErrors } = error.errors;
    const areShown = form.showErrors(fieldErrors);
    const isOwnCredit = bid.target.kind !== "client";
    if (error.code === "insufficient_credit" && isOwnCredit) {
      const { balanceInfo } = await refreshSession();
      setStep({ ...exceeded(bid), balance: balanceInfo });
    } else if (Object.keys(fieldErrors).length > 0 && areShown)
      setStep({ name: "editing" });
    else
      setStep({
        name: "confirming",
        bid,
        isSending: false,
        error: confirm || isUnauthorized(error) ? undefined : error,
        termsError: confirm?.[0],
      });
    // The lot has changed on the server: show its present state.
    if ([404, 409, 422].includes(error.status)) void reload();
  };

  const sendAs = async (bid: PreparedBid, sent: BidTarget) => {
    const reply = await sendWrite<PlaceBidReply | UpdateBidPriceReply>(
      bid.callFor(sent),
    );
    return "result" in reply ? reply.result : reply;
  };

  /** Sends a change again if only values that the form does not show have changed. */
  const sendOver = async (bid: PreparedBid, error: unknown) => {
    const { target: sent } = bid;
    const now = sent.kind === "change" ? bidOfConflict(error, sent.bid) : null;
    if (sent.kind !== "change" || now === null) throw error;
    if (hasSameValues(now, sent.bid))
      return sendAs(bid, { kind: "change", bid: now });
    onConflict(now);
    return null;
  };

  const send = async (bid: PreparedBid) => {
    if (isSending.current) return;
    isSending.current = true;
    setStep({ name: "confirming", bid, isSending: true });
    try {
      const result = await sendAs(bid, bid.target).catch((error: unknown) =>
        sendOver(bid, error),
      );
      if (result === null) {
        setStep({ name: "editing" });
        void reload();
        return;
      }
      setStep({ name: "placed", result, isRefreshed: false });
      void reload().then(() => {
        setStep((now) =>
          now.name === "placed" ? { ...now, isRefreshed: true } : now,
        );
      });
    } catch (error) {
      const showError = () => {
        setStep({ name: "confirming", bid, isSending: false, error });
      };
      if (error instanceof CallError)
        await showRefusal(error, bid).catch(showError);
      else showError();
    } finally {
      isSending.current = false;
    }
  };

  return {
    target,
    step,
    begin: () => {
      void checkBalance(present);
    },
    confirmAmount: () => {
      if (step.name === "amountWarning")
        setStep({ name: "confirming", bid: step.bid, isSending: false });
    },
    send: () => {
      if (step.name === "confirming") void send(step.bid);
    },
    close: () => {
      if (isSending.current) return;
      setStep({ name: "editing" });
      if (step.name !== "placed") return;
      form.reset();
      onClosed();
    },
  };
}
