import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import type {
  PriceQuoteReply,
  QuotePageReply,
} from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { ArrivalFields, arrivalBody, type Arrival } from "./ArrivalFields";
import { useSend } from "./useSend";
import styles from "./Quote.module.css";

/** Gives a quote the price of today, and another arrival. It sends the shown version. */
export default function PriceAgainDialog({
  list,
  id,
  quote,
  onClose,
}: {
  list: string;
  id: string;
  quote: QuotePageReply;
  onClose: () => void;
}) {
  const t = useT();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [{ version, eta, safetyDays }] = useState(quote);
  const [arrival, setArrival] = useState<Arrival>({ eta, safetyDays });
  const { send, error, errors, isPending } = useSend();
  const reload = () => {
    for (const key of [["row", list, id], ["detail", list, id], [list]])
      void queryClient.invalidateQueries({ queryKey: key });
  };
  const price = async () => {
    const reply = await send<PriceQuoteReply>({
      method: "POST",
      path: `/prices/quotes/${id}/price`,
      body: { version, ...arrivalBody(arrival) },
    });
    if (!reply) return;
    reload();
    notify(t("prices.quotes.againDone"), { type: "success" });
    onClose();
  };
  const isStale = error instanceof CallError && error.status === 409;
  return (
    <Dialog
      title={t("prices.quotes.againTitle")}
      onClose={() => {
        if (isStale) reload();
        onClose();
      }}
      actions={
        <>
          <Button
            onClick={() => {
              if (isStale) reload();
              onClose();
            }}
          >
            {t("prices.quotes.cancel")}
          </Button>
          {!isStale && (
            <Button
              kind="primary"
              isPending={isPending}
              onClick={() => void price()}
            >
              {t("prices.quotes.again")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <p>{t("prices.quotes.againText")}</p>
        <ArrivalFields value={arrival} errors={errors} onChange={setArrival} />
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}
