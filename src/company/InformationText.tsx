import { useCallback, useEffect, useState } from "react";
import Markdown from "react-markdown";
import type { InformationPageReply } from "../../generated/schemas";
import { request } from "../providers/http";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { Empty } from "../ui/Empty";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Skeleton } from "../ui/Skeleton";
import styles from "./information.module.css";

/** The texts of a page, null if the page has not been written, or an error. */
type Reading = { page?: InformationPageReply["page"]; error?: unknown };

/** Reads the information page at a path. Visitors read it too, without a query cache. */
export function useInformation(path: string) {
  const [reading, setReading] = useState<Reading>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const settle = (next: Reading) => {
      if (!signal.aborted) setReading(next);
    };
    request<InformationPageReply>("/company/page", {
      query: { path: path.toLowerCase() },
      signal,
    }).then(
      ({ page }) => settle({ page }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      leaving.abort();
    };
  }, [path, attempt]);
  const retry = useCallback(() => {
    setReading({});
    setAttempt((count) => count + 1);
  }, []);
  return { ...reading, title: reading.page?.title[currentLanguage()], retry };
}

/** The text of a page, or the reason why it is missing. */
export function InformationText({
  page,
  error,
  retry,
}: ReturnType<typeof useInformation>) {
  const t = useT();
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (page === null)
    return (
      <Empty
        icon="info"
        title={t("company.missing.title")}
        text={t("company.missing.text")}
      />
    );
  if (!page) return <Skeleton height={320} />;
  return (
    <div className={styles.text}>
      <Markdown components={{ h1: "h2" }} disallowedElements={["img"]}>
        {page.text[currentLanguage()]}
      </Markdown>
    </div>
  );
}
