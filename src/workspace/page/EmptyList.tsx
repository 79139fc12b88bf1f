import { pageCount } from "../../../domain/listing/page";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { withPage } from "../listing/changes";
import { useDraft, useListQuery, useListRows } from "../listing/ListingContext";

/** Nothing here: because of the filters, of the page, or at all. */
export function EmptyList() {
  const { state, change } = useListQuery();
  const { clear } = useDraft();
  const { total } = useListRows();
  const t = useT();
  const last = pageCount(total ?? 0, state.pageSize) ?? 0;
  if (last > 0)
    return (
      <Empty
        title={t("list.empty.page")}
        action={
          <Button
            onClick={() => {
              change(withPage(state, last));
            }}
          >
            {t("list.empty.lastPage")}
          </Button>
        }
      />
    );
  const isFiltered =
    Object.keys(state.filters).length > 0 || state.search !== null;
  return isFiltered ? (
    <Empty
      title={t("list.empty.filtered")}
      text={t("list.empty.filteredHint")}
      action={<Button onClick={clear}>{t("list.empty.reset")}</Button>}
    />
  ) : (
    <Empty title={t("list.empty.title")} text={t("list.empty.hint")} />
  );
}
