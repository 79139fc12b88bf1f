import { pageCount } from "../../../domain/listing/page";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { useDraft, useListQuery, useListRows } from "../listing/ListingContext";

/** Says why the list has no rows, and offers the next step. */
export function EmptyList() {
  const { state, change } = useListQuery();
  const { clear } = useDraft();
  const { total } = useListRows();
  const t = useT();
  const lastPage = pageCount(total ?? 0, state.pageSize) ?? 0;
  if (lastPage > 0)
    return (
      <Empty
        title={t("list.empty.page")}
        action={
          <Button
            onClick={() => {
              change({ ...state, page: lastPage });
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
