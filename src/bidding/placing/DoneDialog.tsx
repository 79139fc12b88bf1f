import { formatYen } from "../../../domain/money";
import type { PlaceBidResult } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { BidStatusPill } from "../BidStatusPill";
import { Summary } from "./Summary";

type DoneDialogProps = { result: PlaceBidResult; onClose: () => void };

/** The bid is placed: how much, how it stands, and what the balance is. */
export function DoneDialog({ result, onClose }: DoneDialogProps) {
  const t = useT();
  const { balanceInfo } = useSignedIn();
  const { bidAmount, bidStatus, balance = balanceInfo.balance } = result;
  return (
    <Dialog
      title={t("bid.done.title")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t("bid.done.close")}
        </Button>
      }
    >
      <Summary
        lines={[
          {
            label: t("bid.done.amount"),
            value: formatYen(bidAmount),
            isStrong: true,
          },
          {
            label: t("bid.done.status"),
            value: <BidStatusPill status={bidStatus} />,
          },
          { label: t("bid.done.balance"), value: formatYen(balance) },
        ]}
      />
    </Dialog>
  );
}
