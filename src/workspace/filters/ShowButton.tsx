import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { useListFacets } from "../listing/ListingContext";

/** Applies the selected filters; its label has the number of results. */
export function ShowButton({ onClick }: { onClick?: () => void }) {
  const { found } = useListFacets();
  const t = useT();
  return (
    <Button
      kind="primary"
      type={onClick ? "button" : "submit"}
      isWide={onClick !== undefined}
      onClick={onClick}
    >
      {found === undefined
        ? t("list.show")
        : t("list.showCount", { count: formatNumber(found) })}
    </Button>
  );
}
