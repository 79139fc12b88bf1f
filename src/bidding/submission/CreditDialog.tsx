import { allowedBid } from "../../../domain/bidRules";
import { formatYen } from "../../../domain/money";
import type { Balance } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FactList } from "../../ui/FactList";

type CreditDialogProps = {
  amount: number;
  balance: Balance;
  onClose: () => void;
};

/** Says that the bid exceeds the allowed bid, with the limits of the account. */
export function CreditDialog({ amount, balance, onClose }: CreditDialogProps) {
  const t = useT();
  // Without a positive balance no bid is allowed, however high the credit.
  const allowed = balance.balance > 0 ? allowedBid(balance) : 0;
  return (
    <Dialog
      title={t("bid.credit.title")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t("bid.credit.close")}
        </Button>
      }
    >
      <p>{t("bid.credit.text")}</p>
      <FactList
        layout="rows"
        facts={[
          { label: t("bid.credit.amount"), value: formatYen(amount) },
          {
            label: t("bid.credit.allowed"),
            value: formatYen(allowed),
            isStrong: true,
          },
          {
            label: t("bid.credit.limit"),
            value: formatYen(balance.creditLimit),
          },
          { label: t("bid.credit.balance"), value: formatYen(balance.balance) },
          {
            label: t("bid.credit.active"),
            value: formatYen(balance.activeBids),
          },
        ]}
      />
    </Dialog>
  );
}
