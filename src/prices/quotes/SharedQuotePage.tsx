import { useEffect, useState } from "react";
import type { SharedQuoteReply } from "../../../generated/schemas";
import { LanguageSwitch, ThemeToggle } from "../../layout/LanguageSwitch";
import { CallError } from "../../providers/CallError";
import { fetchFile } from "../../providers/fetchFile";
import { request } from "../../providers/http";
import { currentLanguage } from "../../providers/i18n/language";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Empty } from "../../ui/Empty";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { FactList } from "../../ui/FactList";
import { Skeleton } from "../../ui/Skeleton";
import { formatMoment } from "../../workspace/formatMoment";
import { RuleSource } from "../RuleSource";
import card from "../PriceCard.module.css";
import styles from "./Quote.module.css";

const tokenInAddress = () => location.hash.slice(1) || "-";

/**
 * The public page of a quote. The token of the link is in the fragment of the address, which
 * browsers send to no server, and goes to the server in a body.
 */
export default function SharedQuotePage() {
  const t = useT();
  const language = currentLanguage();
  const [quote, setQuote] = useState<SharedQuoteReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const follow = () => {
      setQuote(null);
      setToken(tokenInAddress());
    };
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
    };
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    const open = async () => {
      setError(null);
      try {
        setQuote(
          await request<SharedQuoteReply>("/prices/shared-quote", {
            method: "POST",
            body: { token },
            isRead: true,
            signal: abort.signal,
          }),
        );
      } catch (reason) {
        if (!abort.signal.aborted) setError(reason);
      }
    };
    void open();
    return () => {
      abort.abort();
    };
  }, [language, attempt, token]);
  const hasEnded = error instanceof CallError && error.status === 403;
  const title = quote?.title ?? t("prices.quotes.page.title");
  useEffect(() => {
    document.title = `${title} · Seriba`;
  }, [title]);
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{hasEnded ? t("prices.quotes.page.ended") : title}</h1>
        <div className={styles.buttons}>
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </header>
      {hasEnded ? (
        <Empty icon="clock" text={t("prices.quotes.page.endedText")} />
      ) : error !== null ? (
        <ErrorNotice
          error={error}
          onRetry={() => {
            setAttempt(attempt + 1);
          }}
        />
      ) : quote ? (
        <SharedQuote quote={quote} token={token} />
      ) : (
        <Skeleton height={480} />
      )}
    </main>
  );
}

function SharedQuote({
  quote,
  token,
}: {
  quote: SharedQuoteReply;
  token: string;
}) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const download = async () => {
    setError(undefined);
    setPending(true);
    try {
      await fetchFile("/prices/shared-quote/pdf", {
        method: "POST",
        body: { token },
        isRead: true,
      });
    } catch (reason) {
      setError(reason);
    } finally {
      setPending(false);
    }
  };
  const { facts, lines, total, rulesTitle, rules, notes, endsAt } = quote;
  return (
    <>
      <Box title={t("prices.quotes.page.madeFor")}>
        <div className={styles.box}>
          <FactList layout="rows" facts={facts} />
          <dl className={card.lines}>
            {lines.map(({ label, value }) => (
              <div key={label} className={card.line}>
                <dt>{label}</dt>
                <dd className={card.amount}>{value}</dd>
              </div>
            ))}
            <div className={classes(card.line, card.total)}>
              <dt>{total.label}</dt>
              <dd className={card.amount}>{total.value}</dd>
            </div>
          </dl>
          {notes.map((note) => (
            <p key={note} className={styles.note}>
              {note}
            </p>
          ))}
        </div>
      </Box>
      {rulesTitle !== null && (
        <Box title={rulesTitle}>
          <div className={styles.box}>
            <ul className={styles.list}>
              {rules.map((rule) => (
                <li key={rule.text}>
                  <p>{rule.text}</p>
                  <RuleSource {...rule} />
                </li>
              ))}
            </ul>
          </div>
        </Box>
      )}
      <div className={styles.buttons}>
        <Button isPending={isPending} onClick={() => void download()}>
          {t("prices.quotes.pdf")}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      <p className={styles.note}>
        {t("prices.quotes.page.until", {
          moment: formatMoment(endsAt, currentLanguage()),
        })}
      </p>
    </>
  );
}
