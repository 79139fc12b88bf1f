import { useEffect, useRef, useState } from "react";
import type { VerifyReceiptReply } from "../../../generated/schemas";
import { AuthLayout } from "../../layout/AuthLayout";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Labelled } from "../../ui/Field";
import { SealHead } from "./SealHead";
import { VerifyResult } from "./VerifyResult";
import styles from "./VerifyPage.module.css";

type Name = "text" | "signature";
const names: readonly Name[] = ["text", "signature"];

/**
 * The public page that checks a receipt. A link fills in the values in its fragment, which
 * is not sent to the server: `/receipts/verify#text=…&signature=…`.
 */
export default function VerifyPage() {
  const t = useT();
  const [values, setValues] = useState(valuesOfLink);
  const [missing, setMissing] = useState<Name | null>(null);
  const [reply, setReply] = useState<VerifyReceiptReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const send = async (sent: Record<Name, string>) => {
    if (isPending) return;
    const empty = names.find((name) => sent[name].trim() === "") ?? null;
    setMissing(empty);
    setReply(null);
    setError(null);
    if (empty) {
      const input = form.current?.elements.namedItem(empty);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    setPending(true);
    try {
      setReply(
        await request<VerifyReceiptReply>("/receipts/verify", {
          method: "POST",
          body: sent,
          isAuth: true,
        }),
      );
    } catch (reason) {
      setError(reason);
    } finally {
      setPending(false);
    }
  };

  const sendFirst = useRef(() => {
    if (names.every((name) => values[name] !== "")) void send(values);
  });
  useEffect(() => {
    sendFirst.current();
  }, []);

  return (
    <AuthLayout title={t("receipt.check.title")}>
      <p className={styles.intro}>{t("receipt.check.intro")}</p>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(values);
        }}
      >
        {names.map((name) => (
          <Labelled
            key={name}
            label={t(
              name === "text" ? "receipt.signedText" : "receipt.signature",
            )}
            hint={t(`receipt.check.${name}`)}
            error={missing === name ? t("receipt.check.missing") : undefined}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                name={name}
                className={styles.input}
                rows={name === "text" ? 4 : 3}
                maxLength={name === "text" ? 1_000 : 500}
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                value={values[name]}
                onChange={({ target }) => {
                  setValues({ ...values, [name]: target.value });
                  // A result must not stay beside other values.
                  setReply(null);
                  setError(null);
                  setMissing(null);
                }}
              />
            )}
          </Labelled>
        ))}
        {error !== null && <ErrorNotice error={error} />}
        <Button kind="primary" type="submit" isWide isPending={isPending}>
          {t("receipt.check.submit")}
        </Button>
      </form>
      <div className={styles.result} aria-live="polite">
        {reply && <VerifyResult reply={reply} />}
      </div>
      <SealHead />
    </AuthLayout>
  );
}

/** Returns the values in the fragment of the address; empty texts without them. */
function valuesOfLink(): Record<Name, string> {
  const values = new URLSearchParams(location.hash.slice(1));
  return {
    text: values.get("text") ?? "",
    signature: values.get("signature") ?? "",
  };
}
