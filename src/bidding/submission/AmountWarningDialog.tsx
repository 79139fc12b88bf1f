import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { amountWords, averageText } from "./amountWarning";

type AmountWarningDialogProps = {
  amount: number;
  /** How many times the average price the amount is. */
  times: number;
  average: number;
  onKeep: () => void;
  onClose: () => void;
};

/** Asks about an amount that may have a digit too many. */
export function AmountWarningDialog(props: AmountWarningDialogProps) {
  const { amount, times, average, onKeep, onClose } = props;
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
          average: averageText(average, t),
        })}
      </p>
      <p>{t("bid.amountWarning.words", { words: amountWords(amount, t) })}</p>
    </Dialog>
  );
}
