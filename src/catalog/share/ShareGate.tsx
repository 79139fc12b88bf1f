import { useEffect, useRef, useState } from "react";
import { AuthLayout } from "../../layout/AuthLayout";
import { CallError } from "../../providers/CallError";
import { errorText } from "../../providers/errorText";
import { type Translate, useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Labelled } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { readTab, writeTab } from "../../providers/tabStorage";
import styles from "./SharePage.module.css";

const length = 6;

/** The code survives a reload of the tab, not its end. */
const keyOf = (id: string) => `share-code.${id}`;

type ShareGateProps = {
  /** The end of the link. */
  id: string;
  /** Opens the lot. Throws if the code is refused. */
  onCode: (code: string) => Promise<void>;
};

/** Asks for the access code of six digits; the sixth digit sends it. */
export function ShareGate({ id, onCode }: ShareGateProps) {
  const t = useT();
  const [code, setCode] = useState(() => readTab(keyOf(id)) ?? "");
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const refused = useRef<{ code: string; reason: unknown } | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const showRefusal = (reason: unknown) => {
    setError(reason);
    input.current?.focus();
    input.current?.select();
  };
  const send = async (sent: string) => {
    if (isPending) return;
    if (sent.length < length) {
      setError("short");
      input.current?.focus();
      return;
    }
    // Each wrong code counts towards the lock of the link.
    if (sent === refused.current?.code) {
      showRefusal(refused.current.reason);
      return;
    }
    setPending(true);
    setError(null);
    try {
      await onCode(sent);
      writeTab(keyOf(id), sent);
    } catch (reason) {
      writeTab(keyOf(id), "");
      if (isWrongCode(reason)) refused.current = { code: sent, reason };
      setPending(false);
      showRefusal(reason);
    }
  };

  const sendFirst = useRef(() => {
    if (code.length === length) void send(code);
  });
  useEffect(() => {
    sendFirst.current();
  }, []);

  const problem = problemOf(error, t);
  return (
    <AuthLayout title={t("share.page.title")}>
      <p className={styles.intro}>{t("share.page.intro")}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(code);
        }}
      >
        <Labelled label={t("share.page.code")} error={problem.field}>
          {(attributes) => (
            <input
              {...attributes}
              ref={input}
              className={styles.code}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              readOnly={isPending}
              onChange={({ target }) => {
                // A pasted code may have spaces or a text around it.
                const digits = target.value.replace(/\D/g, "").slice(0, length);
                setCode(digits);
                setError(null);
                if (digits.length === length && digits !== code)
                  void send(digits);
              }}
            />
          )}
        </Labelled>
        {problem.notice && (
          <Notice tone="error" role="alert">
            {problem.notice}
          </Notice>
        )}
        <Button kind="primary" type="submit" isWide isPending={isPending}>
          {t("share.page.submit")}
        </Button>
      </form>
    </AuthLayout>
  );
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof CallError && error.code === "wrong_code";

/** Returns the text beside the field, or that of a notice below it. */
function problemOf(
  error: unknown,
  t: Translate,
): { field?: string; notice?: string } {
  if (error === null) return {};
  if (error === "short") return { field: t("share.page.short") };
  if (isWrongCode(error)) return { field: t("errors.wrong_code") };
  if (error instanceof CallError && error.status === 429) {
    const endsAt = new Date(Date.now() + (error.retryAfter ?? 900) * 1_000);
    const time = endsAt.toLocaleTimeString(undefined, {
      hour: "2-digit",
      minute: "2-digit",
    });
    return { notice: t("share.page.locked", { time }) };
  }
  return { notice: errorText(error, t) };
}
