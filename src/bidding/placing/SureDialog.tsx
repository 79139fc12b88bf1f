import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { amountWords } from "./amountWords";

type SureDialogProps = {
  amount: number;
  times: number;
  average: number;
  onKeep: () => void;
  onClose: () => void;
};

/** Asks in words about an amount that may have a digit too many. */
export function SureDialog(props: SureDialogProps) {
  const { amount, times, average, onKeep, onClose } = props;
  const t = useT();
  const yen = formatYen(amount);
  return (
    <Dialog
      title={t("bid.sure.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onKeep}>
            {t("bid.sure.keep", { amount: yen })}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t("bid.sure.change")}
          </Button>
        </>
      }
    >
      <p>
        {t("bid.sure.text", {
          amount: yen,
          smart_count: times,
          average: formatYen(average),
        })}
      </p>
      <p>{t("bid.sure.words", { words: amountWords(amount, t) })}</p>
    </Dialog>
  );
}
