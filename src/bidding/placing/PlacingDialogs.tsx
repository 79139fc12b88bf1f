import type { LotDetail } from "../../../generated/schemas";
import { ConfirmDialog } from "./ConfirmDialog";
import { CreditDialog } from "./CreditDialog";
import { DoneDialog } from "./DoneDialog";
import { SureDialog } from "./SureDialog";
import type { Placing } from "./usePlacing";

type PlacingDialogsProps = {
  lot: LotDetail;
  /** What the lot is called. */
  title: string;
  placing: Placing;
};

/** The dialog of the step that the bid is at. */
export function PlacingDialogs({ lot, title, placing }: PlacingDialogsProps) {
  const { step, insist, send, close } = placing;
  switch (step.name) {
    case "sure":
      return (
        <SureDialog
          amount={step.amount}
          times={step.times}
          average={step.average}
          onKeep={insist}
          onClose={close}
        />
      );
    case "credit":
      return (
        <CreditDialog
          amount={step.amount}
          balance={step.balance}
          onClose={close}
        />
      );
    case "confirm":
      return (
        <ConfirmDialog
          lot={lot}
          title={title}
          amount={step.amount}
          isSending={step.isSending}
          error={step.error}
          confirmProblem={step.confirmProblem}
          onSend={send}
          onClose={close}
        />
      );
    case "done":
      return <DoneDialog result={step.result} onClose={close} />;
    case "typing":
    case "asking":
      return null;
  }
}
