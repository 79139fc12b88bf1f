import type { ReactNode } from "react";
import { largestBid } from "../../../domain/bidRules";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FactList, type Fact } from "../../ui/FactList";
import { Skeleton } from "../../ui/Skeleton";
import { BidStatusPill } from "../facts/BidFacts";
import { amountWords, bidLimit } from "../facts/bidLimit";
import { ConfirmDialog } from "./ConfirmDialog";
import { targetTexts, type BidTarget } from "../facts/bidTarget";
import type { BidSubmission, StepNamed } from "./useBidSubmission";

type BidDialogsProps = {
  lot: LotDetail;
  /** The lot's name. */
  title: string;
  submission: BidSubmission;
};

/** The dialog of the submission's present step. */
export function BidDialogs({ lot, title, submission }: BidDialogsProps) {
  const { target, step, confirmAmount, send, close } = submission;
  switch (step.name) {
    case "amountWarning":
      return (
        <AmountWarningDialog {...step} onKeep={confirmAmount} onClose={close} />
      );
    case "creditExceeded":
      return <CreditDialog {...step} target={target} onClose={close} />;
    case "confirming":
      return (
        <ConfirmDialog
          {...step}
          target={target}
          lot={lot}
          title={title}
          onSend={send}
          onClose={close}
        />
      );
    case "placed":
      return <DoneDialog {...step} target={target} onClose={close} />;
    case "editing":
    case "checkingBalance":
      return null;
  }
}

type Closable = { onClose: () => void };

/** Asks about an amount that may have a digit too many. */
function AmountWarningDialog(
  props: StepNamed<"amountWarning"> & Closable & { onKeep: () => void },
) {
  const { times, usual, onKeep, onClose } = props;
  const { amount } = props.bid;
  const t = useT();
  const yen = formatYen(amount);
  return (
    <Dialog
      title={t("bid.amountWarning.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onKeep}>
            {t("bid.amountWarning.keep", { amount: yen })}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t("bid.amountWarning.change")}
          </Button>
        </>
      }
    >
      <p>
        {t("bid.amountWarning.text", {
          amount: yen,
          smart_count: times,
          price: formatYen(usual),
        })}
      </p>
      <p>{t("bid.amountWarning.words", { words: amountWords(amount, t) })}</p>
    </Dialog>
  );
}

/** Says that the bid exceeds the allowed bid, with the limits of the account. */
function CreditDialog(
  props: StepNamed<"creditExceeded"> & Closable & { target: BidTarget },
) {
  const { amount, balance, isInGroup, target, onClose } = props;
  const t = useT();
  const { viewer } = useSignedIn();
  const allowed =
    bidLimit(target, { viewer, balanceInfo: balance }) ?? largestBid(balance);
  const fact = (label: string, yen: number, isStrong = false) => ({
    label,
    value: formatYen(yen),
    isStrong,
  });
  return (
    <ClosingDialog
      title={t("bid.credit.title")}
      closeLabel={t("bid.credit.close")}
      onClose={onClose}
      facts={[
        fact(t("bid.credit.amount"), amount),
        ...(isInGroup ? [] : [fact(t("bid.credit.allowed"), allowed, true)]),
        fact(t("bid.credit.limit"), balance.creditLimit),
        fact(t("bid.credit.balance"), balance.balance),
        fact(t("bid.credit.active"), balance.activeBids),
      ]}
    >
      <p>{t("bid.credit.text")}</p>
    </ClosingDialog>
  );
}

/** Says that the bid is placed, with its status, the new balance and what is left. */
function DoneDialog({
  result,
  isRefreshed,
  target,
  onClose,
}: StepNamed<"placed"> & Closable & { target: BidTarget }) {
  const t = useT();
  const session = useSignedIn();
  const { balanceInfo } = session;
  const isOwn = target.kind !== "client";
  const { bidAmount, bidStatus } = result;
  // The account on this page is the manager's own.
  const balance = result.balance ?? (isOwn ? balanceInfo.balance : null);
  const isLimited = bidLimit({ kind: "own" }, session) !== null && isOwn;
  return (
    <ClosingDialog
      title={t(targetTexts[target.kind].done)}
      closeLabel={t("bid.done.close")}
      onClose={onClose}
      facts={[
        {
          label: t("bid.done.amount"),
          value: formatYen(bidAmount),
          isStrong: true,
        },
        {
          label: t("bid.done.status"),
          value: (
            <BidStatusPill
              status={bidStatus}
              isOrder={target.kind === "order"}
            />
          ),
        },
        ...(balance === null
          ? []
          : [{ label: t("bid.done.balance"), value: formatYen(balance) }]),
        ...(isLimited
          ? [
              {
                label: t("bid.done.left"),
                value: isRefreshed ? (
                  formatYen(largestBid(balanceInfo))
                ) : (
                  <Skeleton width="80px" />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** A dialog of texts or facts with one button that closes it. */
export function ClosingDialog(
  props: Closable & {
    title: string;
    closeLabel: string;
    facts?: readonly Fact[];
    children?: ReactNode;
  },
) {
  const { title, closeLabel, facts, children, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      {children}
      {facts && <FactList layout="rows" facts={facts} />}
    </Dialog>
  );
}
