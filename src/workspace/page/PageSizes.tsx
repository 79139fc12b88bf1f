import { useListContext } from "ra-core";
import { pageSizesOf } from "../../../domain/listing/page";
import { useT } from "../../providers/i18n/useT";
import { useListing } from "../listing/ListingContext";
import styles from "../../ui/Segments.module.css";

/** How many rows a page has; remembered for the resource. */
export function PageSizes() {
  const { resource } = useListing();
  const { perPage, setPerPage } = useListContext();
  const t = useT();
  const sizes = pageSizesOf(resource);
  if (sizes.length < 2) return null;
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{t("list.perPage")}</span>
      <div
        className={styles.segments}
        role="group"
        aria-label={t("list.perPage")}
      >
        {sizes.map((size) => (
          <button
            key={size}
            type="button"
            className={styles.segment}
            aria-pressed={size === perPage}
            onClick={() => {
              setPerPage(size);
            }}
          >
            {size}
          </button>
        ))}
      </div>
    </div>
  );
}
