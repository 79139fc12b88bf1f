import { pageCount, pageSizesOf } from "../../../domain/listing/page";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { Segmented } from "../../ui/Segmented";
import {
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { withPageSize } from "../listing/useListingQuery";
import segments from "../../ui/Segments.module.css";
import styles from "./Pager.module.css";

/**
 * Buttons for the pages, nothing if there is one page. While the total is unknown, a full
 * page is followed by another one.
 */
export function Pager() {
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
    change({ ...state, page: next });
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
export function PageSizes() {
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
          change(withPageSize(resource, state, size));
        }}
      />
    </div>
  );
}
