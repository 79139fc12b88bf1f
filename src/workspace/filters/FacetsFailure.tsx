import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { useListFacets } from "../listing/ListingContext";
import styles from "./FilterPanel.module.css";

/** Says that the numbers beside the filters did not load. */
export function FacetsFailure() {
  const { failure } = useListFacets();
  const t = useT();
  if (!failure) return null;
  return (
    <p className={styles.failure} role="status">
      {t("list.facetsFailed")}
      <Button
        kind="ghost"
        isPending={failure.isRetrying}
        onClick={failure.retry}
      >
        {t("shell.retry")}
      </Button>
    </p>
  );
}
