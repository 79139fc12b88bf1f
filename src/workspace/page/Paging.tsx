import { useEffect, useRef, useState } from "react";
import { pageCount, pageSizesOf } from "../../../domain/listing/state";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { IconButton } from "../../ui/IconButton";
import { Segmented } from "../../ui/Segmented";
import { Spinner } from "../../ui/Spinner";
import {
  useListing,
  useListQuery,
  useListRows,
  useScrolls,
} from "../listing/ListingContext";
import { withPageSize } from "../listing/useListingQuery";
import segments from "../../ui/Segments.module.css";
import styles from "./Paging.module.css";

/** The ways to the other rows of a list: pages, or loading on scrolling. */
export function Paging() {
  const { rows, problems } = useListRows();
  if (useScrolls())
    return (
      <>
        <LoadMore />
        <BackToTop />
      </>
    );
  if (rows?.length === 0 && problems.length === 0) return null;
  return (
    <div className={styles.paging}>
      <Pager />
      <span className={styles.space} />
      <PageSizes />
    </div>
  );
}

/**
 * Buttons for the pages, nothing if there is one page. While the total is unknown, a full
 * page is followed by another one.
 */
function Pager() {
  const { state, change } = useListQuery();
  const { total, rows = [], problems } = useListRows();
  const t = useT();
  const { page } = state;
  if (total === undefined) return null;
  const isFull = rows.length + problems.length >= state.pageSize;
  const known = pageCount(total, state.pageSize);
  const count = known ?? (isFull ? page + 1 : page);
  if (count <= 1) return null;
  const goTo = (next: number) => {
    change((latest) => ({ ...latest, page: next }));
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={styles.pager} aria-label={t("list.pager.title")}>
      <IconButton
        icon="chevronLeft"
        label={t("list.pager.previous")}
        disabled={page <= 1}
        onClick={() => {
          goTo(page - 1);
        }}
      />
      {(known === null ? [page] : pageItems(page, count)).map((item, index) =>
        item === "gap" ? (
          <span key={`gap${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            className={styles.page}
            aria-current={item === page ? "page" : undefined}
            aria-label={t("list.pager.page", { page: item })}
            onClick={() => {
              goTo(item);
            }}
          >
            {item}
          </button>
        ),
      )}
      <IconButton
        icon="chevronRight"
        label={t("list.pager.next")}
        disabled={page >= count}
        onClick={() => {
          goTo(page + 1);
        }}
      />
    </nav>
  );
}

/**
 * Returns the first and last page, the current page with its neighbours, and
 * gaps between them. A gap of a single page is filled with that page.
 */
function pageItems(page: number, count: number): (number | "gap")[] {
  const shown = [1, page - 1, page, page + 1, count].filter(
    (number, index, all) =>
      number >= 1 && number <= count && all.indexOf(number) === index,
  );
  return shown
    .toSorted((a, b) => a - b)
    .flatMap((number, index, sorted) => {
      const skipped = number - (sorted[index - 1] ?? 0) - 1;
      if (skipped === 1) return [number - 1, number];
      return skipped > 1 ? ["gap" as const, number] : [number];
    });
}

/** Sets the number of rows on a page, which is stored for the resource. */
function PageSizes() {
  const { resource } = useListing();
  const { state, change } = useListQuery();
  const t = useT();
  const sizes = pageSizesOf(resource);
  if (sizes.length < 2) return null;
  return (
    <div className={segments.labelled}>
      <span aria-hidden="true">{t("list.perPage")}</span>
      <Segmented
        label={t("list.perPage")}
        segments={sizes.map((size) => ({ value: size, content: size }))}
        value={state.pageSize}
        onChange={(size) => {
          change((latest) => withPageSize(resource, latest, size));
        }}
      />
    </div>
  );
}

/** Loading starts this far before the end of the list comes into view. */
const margin = "150px";

/**
 * The end of a list that loads more rows on scrolling: how many rows are
 * loaded, or why the next ones are not.
 */
function LoadMore() {
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
function BackToTop() {
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
