import { useListContext } from "ra-core";
import { pageCount } from "../../../domain/listing/page";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { pageItems } from "./pageItems";
import styles from "./Pager.module.css";

/** Steps through the pages; nothing where all rows are on one, or unknown. */
export function Pager() {
  const { page, perPage, total, setPage } = useListContext();
  const t = useT();
  const count = pageCount(total ?? -1, perPage);
  if (count === null || count <= 1) return null;
  const go = (to: number) => {
    setPage(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={styles.pager} aria-label={t("list.pager.title")}>
      <IconButton
        icon="chevronLeft"
        label={t("list.pager.previous")}
        disabled={page <= 1}
        onClick={() => {
          go(page - 1);
        }}
      />
      {pageItems(page, count).map((item, index) =>
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
              go(item);
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
          go(page + 1);
        }}
      />
    </nav>
  );
}
