import { useId, useState } from "react";
import { hasFlag } from "../../../domain/access";
import { allowedBid, isLastHour } from "../../../domain/bidRules";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { amountWords } from "./amountWords";
import { PresentBid } from "./PresentBid";
import { Terms } from "./Terms";
import styles from "./Placing.module.css";

type ConfirmDialogProps = {
  lot: LotDetail;
  title: string;
  amount: number;
  isSending: boolean;
  error: unknown;
  confirmProblem: string | undefined;
  onSend: () => void;
  onClose: () => void;
};

/** Refused for what it is: the same again would be refused again. */
const isFinal = (error: unknown) =>
  error instanceof CallError && [403, 404, 409, 422].includes(error.status);

/** The bid once more in figures and words, the terms, and the last button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { lot, title, amount, isSending, error, onSend, onClose } = props;
  const t = useT();
  const id = useId();
  const { viewer, balanceInfo } = useSignedIn();
  const [isAccepted, setAccepted] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const { auctionDate, auctionName, lotNumber } = lot.lotInfo;
  const isLast =
    hasFlag(viewer, "lastHourBidWarning") &&
    isLastHour(
      auctionDate === null ? null : new Date(auctionDate),
      serverNow(),
    );
  const allowed = allowedBid(balanceInfo);
  const isTooMuch = hasFlag(viewer, "creditLimitCheck") && allowed < amount;
  const problem =
    wasRefused && !isAccepted ? t("bid.problem.confirm") : props.confirmProblem;
  return (
    <Dialog
      title={t("bid.confirm.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            {t("bid.confirm.back")}
          </Button>
          {!isFinal(error) && (
            <Button
              type="submit"
              form={id}
              kind="primary"
              isPending={isSending}
              disabled={isTooMuch}
              aria-describedby={isTooMuch ? `${id}-reason` : undefined}
            >
              {t(error ? "bid.confirm.again" : "bid.confirm.submit")}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!isAccepted);
          if (isAccepted && !isTooMuch) onSend();
        }}
      >
        <div>
          <p>{title}</p>
          <p className={styles.words}>
            {[auctionName, t("lot.number", { number: lotNumber })]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div>
          <p className={styles.words}>{t("bid.confirm.amount")}</p>
          <p className={styles.amount}>{formatYen(amount)}</p>
          <p className={styles.words}>{amountWords(amount, t)}</p>
        </div>
        {isLast && (
          <p className={styles.warning}>
            <Icon name="alert" />
            {t("bid.confirm.lastHour")}
          </p>
        )}
        <Terms
          isAccepted={isAccepted}
          problem={problem}
          onChange={setAccepted}
        />
        {isTooMuch && (
          <p id={`${id}-reason`} className={styles.problem}>
            {t("bid.confirm.tooMuch", { allowed: formatYen(allowed) })}
          </p>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <PresentBid error={error} />
      </form>
    </Dialog>
  );
}
