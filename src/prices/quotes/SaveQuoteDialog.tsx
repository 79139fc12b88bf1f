import { useQueryClient, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { isStaff } from "../../../domain/access";
import { formatYen } from "../../../domain/money";
import { safetyDays } from "../../../domain/quote";
import type {
  MakeQuoteBody,
  MakeQuoteReply,
  PeopleReply,
} from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useRole } from "../../providers/viewer";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { LinkButton } from "../../ui/LinkButton";
import { Notice } from "../../ui/Notice";
import { preloadable } from "../../ui/preloadable";
import { ArrivalFields, arrivalBody, type Arrival } from "./ArrivalFields";
import { useSend } from "./useSend";
import styles from "./Quote.module.css";

export type SavedPrice = Pick<
  MakeQuoteBody,
  "list" | "id" | "basis" | "amount"
> & {
  /** The port of the price on the card. */
  destination: string;
  /** The name of the hammer price. */
  label: string;
};

const [SearchSelect] = preloadable(() => import("../../ui/SearchSelect"));

/** Asks for the arrival, and managers for the client, and saves the price as a quote. */
export default function SaveQuoteDialog({
  onClose,
  label,
  destination,
  ...price
}: SavedPrice & { onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const canChooseClient = isStaff(useRole());
  const [userId, setUserId] = useState<string | null>(null);
  const [arrival, setArrival] = useState<Arrival>({
    eta: null,
    safetyDays: safetyDays.usual,
  });
  const [saved, setSaved] = useState<MakeQuoteReply["result"] | null>(null);
  const { send, error, errors, isPending } = useSend();
  const save = async () => {
    const body: MakeQuoteBody = {
      ...price,
      ...arrivalBody(arrival),
      // A client's quote is for the port of the client.
      ...(userId === null ? { destination } : { userId }),
    };
    const reply = await send<MakeQuoteReply>({
      method: "POST",
      path: "/prices/quotes",
      body,
    });
    if (!reply) return;
    setSaved(reply.result);
    void queryClient.invalidateQueries({ queryKey: ["quotes"] });
  };
  if (saved)
    return (
      <Dialog
        title={t("prices.quotes.saveTitle")}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t("shell.close")}</Button>
            <LinkButton to={`/quotes/${saved.id}`}>
              {t("prices.quotes.open")}
            </LinkButton>
          </>
        }
      >
        <Notice tone="success" role="status">
          <p>
            {t("prices.quotes.saved")}{" "}
            {saved.total !== null &&
              t("prices.quotes.savedTotal", { total: formatYen(saved.total) })}
          </p>
        </Notice>
      </Dialog>
    );
  return (
    <Dialog
      title={t("prices.quotes.saveTitle")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("prices.quotes.cancel")}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            onClick={() => void save()}
          >
            {t("prices.quotes.save")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          {t("prices.quotes.saveText", {
            basis: label,
            amount: formatYen(price.amount),
          })}
        </p>
        {canChooseClient && (
          <ClientChoice
            value={userId}
            error={errors.userId}
            onChange={setUserId}
          />
        )}
        <ArrivalFields value={arrival} errors={errors} onChange={setArrival} />
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

/** The client for whom a manager makes a quote. Without a client the quote is the manager's own. */
function ClientChoice({
  value,
  error,
  onChange,
}: {
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const t = useT();
  const { data, isFetching } = useQuery({
    queryKey: ["users", "clients"],
    queryFn: ({ signal }) => request<PeopleReply>("/users/clients", { signal }),
  });
  const options = data?.options ?? [];
  const label = t("prices.quotes.forClient");
  return (
    <Suspense fallback={<Field label={label} readOnly />}>
      <SearchSelect
        label={label}
        hint={t("prices.quotes.clientHint")}
        error={error ?? null}
        options={options}
        isLoading={isFetching}
        chosen={options.find((option) => option.value === value) ?? null}
        onChange={(option) => {
          onChange(option?.value ?? null);
        }}
      />
    </Suspense>
  );
}
