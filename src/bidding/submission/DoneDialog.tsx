import { formatYen } from "../../../domain/money";
import type { PlaceBidResult } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FactList } from "../../ui/FactList";
import { BidStatusPill } from "../BidStatusPill";

type DoneDialogProps = { result: PlaceBidResult; onClose: () => void };

/** Says that the bid is placed, with its status and the new balance. */
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
      <FactList
        layout="rows"
        facts={[
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
