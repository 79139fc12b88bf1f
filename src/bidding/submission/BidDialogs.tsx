import type { LotDetail } from "../../../generated/schemas";
import { AmountWarningDialog } from "./AmountWarningDialog";
import { ConfirmDialog } from "./ConfirmDialog";
import { CreditDialog } from "./CreditDialog";
import { DoneDialog } from "./DoneDialog";
import type { BidSubmission } from "./useBidSubmission";

type BidDialogsProps = {
  lot: LotDetail;
  /** The lot's name. */
  title: string;
  submission: BidSubmission;
};

/** The dialog of the submission's present step. */
export function BidDialogs({ lot, title, submission }: BidDialogsProps) {
  const { step, confirmAmount, send, close } = submission;
  switch (step.name) {
    case "amountWarning":
      return (
        <AmountWarningDialog
          amount={step.amount}
          times={step.times}
          average={step.average}
          onKeep={confirmAmount}
          onClose={close}
        />
      );
    case "creditExceeded":
      return (
        <CreditDialog
          amount={step.amount}
          balance={step.balance}
          onClose={close}
        />
      );
    case "confirming":
      return (
        <ConfirmDialog
          lot={lot}
          title={title}
          amount={step.amount}
          isSending={step.isSending}
          error={step.error}
          termsError={step.termsError}
          onSend={send}
          onClose={close}
        />
      );
    case "placed":
      return <DoneDialog result={step.result} onClose={close} />;
    case "editing":
    case "checkingBalance":
      return null;
  }
}
