import { useLocaleState } from "ra-core";
import { useId, useState } from "react";
import { hasFlag } from "../../../domain/access";
import { japanDayAndTime } from "../../../domain/japanTime";
import { momentsOf } from "../../../domain/moments";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { CallError } from "../../providers/http";
import { type Translate, useT } from "../../providers/i18n/useT";
import { useHasPassed } from "../../providers/useServerClock";
import { useSignedIn } from "../../providers/session";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { FactList } from "../../ui/FactList";
import { Note } from "../../ui/Field";
import { WarningText } from "../../ui/WarningText";
import { CancelRule } from "../facts/AuctionTime";
import { inJapan } from "../facts/moment";
import { amountWords, bidLimit, tooMuchKey } from "../facts/bidLimit";
import { targetTexts, type BidTarget } from "../facts/bidTarget";
import { isFinal, type StepNamed } from "./useBidSubmission";
import styles from "./BidDialogs.module.css";

type ConfirmDialogProps = StepNamed<"confirming"> & {
  lot: LotDetail;
  title: string;
  target: BidTarget;
  onSend: () => void;
  onClose: () => void;
};

/** Shows the bid in figures and words, and sends it once the terms are accepted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { lot, title, isSending, error, onSend, onClose, target } = props;
  const { amount, clientName, facts, isInGroup } = props.bid;
  const isForClient = target.kind === "client";
  const texts = targetTexts[target.kind];
  const t = useT();
  const [locale] = useLocaleState();
  const id = useId();
  const { viewer, balanceInfo } = useSignedIn();
  const [isAccepted, setAccepted] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);
  const { auctionDate, auctionName, lotNumber } = lot.lotInfo;
  // The date of a car at a fixed price says since when it is available.
  const isAuction =
    target.kind !== "order" && Boolean(lot.bidInfo.biddingDeadline);
  const auctionAt =
    auctionDate !== null && isAuction ? new Date(auctionDate) : null;
  const lastCall = momentsOf(auctionAt)?.lastCall.toISOString() ?? null;
  const isLateBid =
    useHasPassed(lastCall) && hasFlag(viewer, "lastHourBidWarning");
  const allowed = bidLimit(target, { viewer, balanceInfo }, { isInGroup });
  const isAboveLimit = allowed !== null && allowed < amount;
  const termsProblem =
    wasSubmitted && !isAccepted ? t("bid.problem.confirm") : props.termsError;
  const existingAmount = isForClient ? undefined : existingBid(error);
  return (
    <Dialog
      title={t(texts.confirm)}
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
              disabled={isAboveLimit}
              aria-describedby={isAboveLimit ? `${id}-reason` : undefined}
            >
              {t(error ? "bid.confirm.again" : texts.submit)}
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
          setSubmitted(true);
          if (isAccepted && !isAboveLimit) onSend();
        }}
      >
        <div>
          <p>{title}</p>
          <p className={styles.secondary}>
            {[auctionName, t("lot.number", { number: lotNumber })]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {isAuction && auctionDate !== null && (
            <p className={styles.secondary}>
              {auctionTime(auctionDate, locale, t)}
            </p>
          )}
        </div>
        {clientName !== null && (
          <div>
            <p className={styles.secondary}>{t("bid.client.label")}</p>
            <p>{clientName}</p>
          </div>
        )}
        <div>
          <p className={styles.secondary}>{t(texts.amount)}</p>
          <p className={styles.amount}>{formatYen(amount)}</p>
          <p className={styles.secondary}>{amountWords(amount, t)}</p>
        </div>
        {facts.length > 0 && <FactList layout="rows" facts={facts} />}
        {isAuction && <CancelRule lot={lot} isForClient={isForClient} />}
        {isLateBid && <WarningText>{t("bid.confirm.lastHour")}</WarningText>}
        <Terms
          text={t(texts.terms)}
          isAccepted={isAccepted}
          problem={termsProblem}
          onChange={setAccepted}
        />
        {isAboveLimit && (
          <p id={`${id}-reason`} className={styles.problem}>
            {t(tooMuchKey(target), { allowed: formatYen(allowed) })}
          </p>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        {existingAmount !== undefined && (
          <p>{t("bid.confirm.exists", { amount: existingAmount })}</p>
        )}
      </form>
    </Dialog>
  );
}

/** Returns when the auction is: its day alone if the time is not announced. */
function auctionTime(moment: string, locale: string, t: Translate): string {
  const { day, time } = inJapan(moment, locale);
  return japanDayAndTime(new Date(moment)).time === null
    ? t("bid.confirm.auctionDay", { day })
    : t("bid.confirm.auction", { day, time });
}

/** Returns the amount of the bid that the client already has on the lot. */
function existingBid(error: unknown): string | undefined {
  const amount = error instanceof CallError && error.current?.bidAmount;
  return typeof amount === "number" ? formatYen(amount) : undefined;
}

type TermsProps = {
  text: string;
  isAccepted: boolean;
  problem: string | undefined;
  onChange: (isAccepted: boolean) => void;
};

/** The checkbox that accepts the bidding terms. */
function Terms({ text, isAccepted, problem, onChange }: TermsProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.terms}>
        <input
          type="checkbox"
          required
          checked={isAccepted}
          aria-invalid={problem ? true : undefined}
          aria-describedby={id}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <span>{text}</span>
      </label>
      <Note id={id} error={problem} />
    </div>
  );
}
