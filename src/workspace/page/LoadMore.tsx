import { useEffect, useRef } from "react";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Spinner } from "../../ui/Spinner";
import { useListQuery, useListRows } from "../listing/ListingContext";
import styles from "./LoadMore.module.css";

/** How far below the screen the next rows are begun. */
const margin = "150px";

/** The end of a list that loads on: how far one has come, and the way up. */
export function LoadMore() {
  const { state } = useListQuery();
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const data = useListRows();
  const { hasNext, fetchNext, isFetchingNext, rows, total } = data;
  const next = useRef(fetchNext);
  useEffect(() => {
    next.current = fetchNext;
  });
  const shown = rows?.length ?? 0;
  const read = shown + data.problems.length;
  useEffect(() => {
    if (!end.current || !hasNext) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) next.current();
      },
      { rootMargin: margin },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  }, [hasNext, read]);
  if (read === 0 || total === undefined) return null;
  return (
    <div ref={end} className={styles.end}>
      <span role="status">
        {t("list.shownOf", {
          shown: formatNumber(shown),
          total: formatNumber(total),
        })}
      </span>
      {isFetchingNext && <Spinner />}
      {!hasNext && shown > state.pageSize && (
        <Button
          kind="ghost"
          onClick={() => {
            window.scrollTo({ top: 0, behavior: "smooth" });
          }}
        >
          {t("list.toTop")}
        </Button>
      )}
    </div>
  );
}
