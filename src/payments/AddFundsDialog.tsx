import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatYen } from "../../domain/money";
import type { PaymentBankReply } from "../../generated/schemas";
import { CompanyLinks } from "../layout/CompanyLinks";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { FactList } from "../ui/FactList";
import { Field } from "../ui/Field";
import { Notice } from "../ui/Notice";
import { QueryFailure } from "../ui/QueryFailure";
import { Skeleton } from "../ui/Skeleton";
import { useCopy } from "../ui/useCopy";
import { useNumberInput } from "../ui/useNumberInput";
import styles from "./payments.module.css";

/** Yen. */
const usualAmount = 150_000;

const bankFacts = ["name", "branch", "swift", "address"] as const;

/**
 * Says how to pay money in: the amount, the bank account of the company, the text by which
 * the company knows whose money it is, and how to reach it; on servers with the specified
 * calls alone, the amount and the contacts. Nothing is sent or stored.
 */
export default function AddFundsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const [amount, setAmount] = useState<number | null>(usualAmount);
  const number = useNumberInput({ value: amount, onChange: setAmount });
  const bank = useQuery({
    queryKey: ["payment-bank"],
    queryFn: ({ signal }) =>
      request<PaymentBankReply>("/payments/bank", { signal }),
    staleTime: 60_000,
    enabled: isOwnServer,
  });
  return (
    <Dialog
      title={t("payments.addFunds.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("shell.close")}</Button>
          {bank.data?.bank && amount !== null && (
            <CopyButton reply={bank.data} amount={amount} />
          )}
        </>
      }
    >
      <div className={styles.dialog}>
        <Field
          label={t("payments.addFunds.amount")}
          hint={t("payments.addFunds.days")}
          {...number}
        />
        <QueryFailure {...bank} />
        {bank.isLoading && <Skeleton height={180} />}
        {bank.data && <BankFacts reply={bank.data} />}
        <p className={styles.text}>{t("payments.addFunds.contact")}</p>
        <CompanyLinks />
      </div>
    </Dialog>
  );
}

function BankFacts({
  reply: { bank, reference },
}: {
  reply: PaymentBankReply;
}) {
  const t = useT();
  return (
    <>
      {!bank && <Notice tone="info">{t("payments.addFunds.noBank")}</Notice>}
      <FactList
        layout="rows"
        facts={[
          ...(bank
            ? [
                { label: t("payments.bank.holder"), value: bank.holder },
                { label: t("payments.bank.account"), value: bank.account },
                ...bankFacts.flatMap((name) =>
                  bank[name]
                    ? [{ label: t(`payments.bank.${name}`), value: bank[name] }]
                    : [],
                ),
              ]
            : []),
          {
            label: t("payments.bank.reference"),
            value: reference,
            isStrong: true,
          },
        ]}
      />
      <p className={styles.text}>{t("payments.addFunds.reference")}</p>
    </>
  );
}

/** Copies everything that a bank asks for. */
function CopyButton({
  reply: { bank, reference },
  amount,
}: {
  reply: PaymentBankReply;
  amount: number;
}) {
  const t = useT();
  const { copy, isCopied, hasFailed } = useCopy();
  const lines = [
    [t("payments.bank.holder"), bank?.holder],
    [t("payments.bank.account"), bank?.account],
    ...bankFacts.map((name) => [t(`payments.bank.${name}`), bank?.[name]]),
    [t("payments.addFunds.amount"), formatYen(amount)],
    [t("payments.bank.reference"), reference],
  ];
  const text = lines
    .filter(([, value]) => value)
    .map(([label, value]) => `${label ?? ""}: ${value ?? ""}`)
    .join("\n");
  return (
    <>
      <Button kind="primary" onClick={() => void copy(text)}>
        {t(isCopied ? "security.copied" : "payments.addFunds.copy")}
      </Button>
      <span role="status" className={styles.status}>
        {hasFailed && t("payments.addFunds.notCopied")}
      </span>
    </>
  );
}
