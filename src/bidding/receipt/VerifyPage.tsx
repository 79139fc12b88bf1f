import { useEffect, useRef, useState } from "react";
import type {
  VerifyReceiptReply,
  SealHeadReply,
} from "../../../generated/schemas";
import { AuthLayout } from "../../layout/AuthLayout";
import { request } from "../../providers/http";
import { preferTexts, useT, type MessageKey } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Labelled } from "../../ui/Field";
import styles from "./VerifyPage.module.css";
import { FactBox } from "../../ui/FactList";
import { formatYen } from "../../../domain/money";
import { bidTexts } from "../../../domain/bidRules";
import { Notice } from "../../ui/Notice";
import { currentLanguage } from "../../providers/i18n/language";

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

/**
 * The newest head of the log of bids, which visitors can note. Empty before the first
 * seal, and if the server does not answer: the check of receipts works without it.
 */
function SealHead() {
  const t = useT();
  const [seal, setSeal] = useState<SealHeadReply["seal"]>(null);
  useEffect(() => {
    let isShown = true;
    request<SealHeadReply>("/seals/head", { isAuth: true }).then(
      (reply) => {
        if (isShown) setSeal(reply.seal);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (!seal) return null;
  return (
    <div className={styles.head}>
      <FactBox
        title={t("receipt.check.head")}
        layout="rows"
        facts={[
          { label: t("receipt.check.headNumber"), value: seal.number },
          {
            label: t("receipt.check.headTime"),
            value: japanTime(seal.sealedAt),
          },
          {
            label: t("receipt.check.headValue"),
            value: <span className={styles.code}>{seal.head}</span>,
          },
        ]}
      />
      <p className={styles.note}>{t("receipt.check.headText")}</p>
    </div>
  );
}

const texts: Record<VerifyReceiptReply["result"], MessageKey> = {
  genuine: "receipt.check.genuine",
  forged: "receipt.check.forged",
  unknownKey: "receipt.check.unknownKey",
};

/** The result of the check, and the facts of a genuine receipt. */
function VerifyResult({ reply }: { reply: VerifyReceiptReply }) {
  const { result, receipt, isLogged } = reply;
  // The signed text names the kind of the lot: `stock:17` is a car at a fixed price.
  const t = preferTexts(bidTexts(receipt?.lot.split(":")[0]), useT());
  return (
    <>
      <Notice tone={result === "genuine" ? "success" : "error"}>
        {t(texts[result])}
      </Notice>
      {isLogged === false && (
        <Notice tone="error">{t("receipt.check.notLogged")}</Notice>
      )}
      {receipt && (
        <FactBox
          title={`${t("receipt.title")} ${t("receipt.number", { number: receipt.number })}`}
          layout="rows"
          facts={[
            { label: t("receipt.check.client"), value: receipt.client },
            { label: t("receipt.lot"), value: receipt.lot },
            { label: t("receipt.maximum"), value: formatYen(receipt.yen) },
            { label: t("receipt.japanTime"), value: japanTime(receipt.time) },
            { label: t("receipt.check.key"), value: receipt.key },
          ]}
        />
      )}
    </>
  );
}

/** Formats a time in Japan, in the same form as on the receipt. */
const japanTime = (moment: string): string =>
  new Intl.DateTimeFormat(
    currentLanguage() === "en" ? "en-GB" : currentLanguage(),
    { dateStyle: "long", timeStyle: "medium", timeZone: "Asia/Tokyo" },
  ).format(new Date(moment));
