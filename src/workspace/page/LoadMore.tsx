import { useEffect, useRef, useState } from "react";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { IconButton } from "../../ui/IconButton";
import { Spinner } from "../../ui/Spinner";
import { useListRows } from "../listing/ListingContext";
import styles from "./LoadMore.module.css";

/** Loading starts this far before the end of the list comes into view. */
const margin = "150px";

/**
 * The end of a list that loads more rows on scrolling: how many rows are
 * loaded, or why the next ones are not.
 */
export function LoadMore() {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const { next, rows, total, problems } = useListRows();
  const shown = rows?.length ?? 0;
  // After an error only the person loads on, or it would repeat for ever.
  const fetchNext = next.error ? null : next.fetch;
  useEffect(() => {
    if (!end.current || !fetchNext) return;
    // A new observer reports at once whether the end is in view.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        fetchNext();
      },
      { rootMargin: margin },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  }, [fetchNext]);
  if (total === undefined || shown + problems.length === 0) return null;
  return (
    <div ref={end}>
      {next.error && (
        <ErrorNotice
          error={next.error}
          onRetry={() => next.fetch?.()}
          isRetrying={next.isFetching}
        />
      )}
      <div className={styles.end}>
        <span role="status">
          {total < 0
            ? t("list.shownSoFar", { shown: formatNumber(shown) })
            : t("list.shownOf", {
                shown: formatNumber(shown),
                total: formatNumber(total),
              })}
        </span>
        {next.isFetching && <Spinner />}
      </div>
    </div>
  );
}

/** A button to the top, shown after scrolling down by two screens. */
export function BackToTop() {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const update = () => {
      setIsShown(window.scrollY > 2 * window.innerHeight);
    };
    window.addEventListener("scroll", update, { passive: true });
    return () => {
      window.removeEventListener("scroll", update);
    };
  }, []);
  if (!isShown) return null;
  return (
    <IconButton
      className={styles.toTop}
      icon="arrowUp"
      label={t("list.toTop")}
      onClick={() => {
        window.scrollTo({ top: 0, behavior: "smooth" });
      }}
    />
  );
}
