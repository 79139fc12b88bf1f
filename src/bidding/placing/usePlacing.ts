import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { hasFlag } from "../../../domain/access";
import { isCovered } from "../../../domain/bidRules";
import type {
  Balance,
  LotDetail,
  PlaceBidBody,
  PlaceBidResult,
} from "../../../generated/schemas";
import { CallError } from "../../providers/http";
import { refreshSession, useSignedIn } from "../../providers/session";
import { placeBid } from "../../providers/bidApi";
import { useWorkspace } from "../../providers/workspace";
import type { BidForm } from "../form/useBidForm";
import { bidBody } from "./bidBody";
import { suspiciousTimes } from "./suspiciousTimes";
import { useActionKey } from "./useActionKey";

/** What stands between the form and the bid. */
export type PlacingStep =
  | { name: "typing"; error?: unknown }
  | { name: "asking" }
  | { name: "sure"; amount: number; times: number; average: number }
  | { name: "credit"; amount: number; balance: Balance }
  | {
      name: "confirm";
      amount: number;
      isSending: boolean;
      error?: unknown;
      /** What the server says against the confirmation itself. */
      confirmProblem?: string;
    }
  | { name: "done"; result: PlaceBidResult };

export type Placing = {
  step: PlacingStep;
  /** After the form is found right: asks for what is needed before. */
  begin: () => void;
  /** The amount is meant, however large. */
  insist: () => void;
  /** Sends the bid; once, however often it is called. */
  send: () => void;
  /** Back to the form; after success to an empty one. */
  close: () => void;
};

/** The session ended; its own dialog says so and asks for the password. */
const isOver = (error: unknown) =>
  error instanceof CallError && error.status === 401;

/**
 * Takes a bid from the form to the server: a doubtful amount is asked about,
 * the balance is read anew where credit is checked, then it is confirmed and
 * sent. What is typed stays until the bid is placed.
 */
export function usePlacing({
  lot,
  lotType,
  form,
}: {
  lot: LotDetail;
  lotType: PlaceBidBody["lotType"];
  form: BidForm;
}): Placing {
  const queryClient = useQueryClient();
  const { viewer } = useSignedIn();
  const { isServed } = useWorkspace();
  const [step, setStep] = useState<PlacingStep>({ name: "typing" });
  const isSending = useRef(false);
  const { keyFor, forget } = useActionKey();
  const amount = form.amount ?? 0;

  const askForBalance = async () => {
    if (!hasFlag(viewer, "creditLimitCheck")) {
      setStep({ name: "confirm", amount, isSending: false });
      return;
    }
    setStep({ name: "asking" });
    try {
      const { balanceInfo } = await refreshSession();
      setStep(
        isCovered(amount, balanceInfo)
          ? { name: "confirm", amount, isSending: false }
          : { name: "credit", amount, balance: balanceInfo },
      );
    } catch (error) {
      setStep({ name: "typing", error: isOver(error) ? undefined : error });
    }
  };

  const begin = () => {
    const average = lot.bidInfo.averagePrice;
    const times = suspiciousTimes(amount, average);
    if (times !== null && average !== null)
      setStep({ name: "sure", amount, times, average });
    else void askForBalance();
  };

  const readAnew = async () => {
    await Promise.allSettled([
      queryClient.invalidateQueries(),
      refreshSession(),
    ]);
  };

  const refused = async (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    const { confirm, ...others } = error.errors;
    form.refuse(others);
    if (error.code === "insufficient_credit") {
      const { balanceInfo } = await refreshSession();
      setStep({ name: "credit", amount, balance: balanceInfo });
    } else if (Object.keys(others).length > 0) setStep({ name: "typing" });
    else
      setStep({
        name: "confirm",
        amount,
        isSending: false,
        error: confirm || isOver(error) ? undefined : error,
        confirmProblem: confirm?.[0],
      });
    // The lot is not what the page says: show how it stands now.
    if ([404, 409, 422].includes(error.status)) void readAnew();
  };

  const send = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setStep({ name: "confirm", amount, isSending: true });
    const body = bidBody({ lot, lotType, amount, form });
    try {
      const result = await placeBid(body, isServed ? keyFor(body) : undefined);
      forget();
      setStep({ name: "done", result });
      void readAnew();
    } catch (error) {
      await refused(error).catch(() => {
        setStep({ name: "confirm", amount, isSending: false, error });
      });
    } finally {
      isSending.current = false;
    }
  };

  return {
    step,
    begin,
    insist: () => void askForBalance(),
    send: () => void send(),
    close: () => {
      if (isSending.current) return;
      if (step.name === "done") form.reset();
      setStep({ name: "typing" });
    },
  };
}
