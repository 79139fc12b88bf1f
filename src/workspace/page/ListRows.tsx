import { Suspense } from "react";
import type { Role } from "../../../domain/access";
import { pageCount } from "../../../domain/listing/state";
import { savedParams } from "../../../domain/listing/savedSearch";
import { forRole, type Resource } from "../../../domain/resource";
import { useIsMember } from "../../providers/viewer";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { preloadable } from "../../ui/preloadable";
import {
  useDraft,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { useListKey } from "../listing/useListKey";
import { useArrangement, type PagedView } from "../listing/useView";
import { Slot } from "../registry/areas";
import { CardList } from "../rows/CardList";
import { SimpleTable } from "../rows/SimpleTable";
import { ActionsFailure } from "./UntakenEdits";

const [GridTable, preloadGrid] = preloadable(() => import("../rows/GridTable"));

const [NotifyMe] = preloadable(() => import("../saved/NotifyMe"));

const [Actions, preloadActions] = preloadable(
  () => import("../actions/Actions"),
  ActionsFailure,
);
export { Actions };

/**
 * Loads the data grid ahead if the list uses it, and with it the actions, whose
 * keys people press as soon as they see the rows.
 */
export const preloadTable = async (
  resource: Resource,
  role: Role,
): Promise<void> => {
  if (forRole(resource.table, role) !== "grid") return;
  const hasActions = resource.actions && resource.actions.length > 0;
  await Promise.all([preloadGrid(), hasActions ? preloadActions() : undefined]);
};

/** The rows of the page in the chosen view. */
export function ListRows({ view }: { view: PagedView }) {
  const { table, cards } = useArrangement(view);
  useListKey();
  const { rows, problems, error, isOutdated } = useListRows();
  if (!rows && error) return null;
  if (rows?.length === 0 && !isOutdated)
    return problems.length > 0 ? null : <NoRows />;
  if (cards) return <CardList rows={rows} arrangement={cards} />;
  if (table === "simple") return <SimpleTable rows={rows} />;
  return (
    <Suspense fallback={<SimpleTable rows={undefined} />}>
      <GridTable rows={rows} />
    </Suspense>
  );
}

/** Stands for the rows of a list without rows. */
export const NoRows = () => (
  <Slot name="empty" with={{ resource: useListing().resource }}>
    <EmptyList />
  </Slot>
);

/** Says why the list has no rows, and offers the next step. */
function EmptyList() {
  const { resource, labels } = useListing();
  const { state, change } = useListQuery();
  const listKey = savedParams(resource, state);
  const { clear } = useDraft();
  const { total = 0 } = useListRows();
  const isFiltered = useIsFiltered();
  const isMember = useIsMember();
  const t = useT();
  const lastPage = pageCount(total, state.pageSize) ?? state.page - 1;
  if (lastPage > 0)
    return (
      <Empty
        title={t("list.empty.page")}
        action={
          <Button
            onClick={() => {
              change((latest) => ({ ...latest, page: lastPage }));
            }}
          >
            {t("list.empty.lastPage")}
          </Button>
        }
      />
    );
  return isFiltered ? (
    <Empty
      title={t("list.empty.filtered")}
      text={t("list.empty.filteredHint")}
      action={
        <>
          <Button onClick={clear}>{t("list.empty.reset")}</Button>
          {(resource.pageType ?? hasNewRows(resource)) && isMember && (
            <Suspense fallback={null}>
              <NotifyMe key={listKey} />
            </Suspense>
          )}
        </>
      }
    />
  ) : (
    <Empty title={t("list.empty.title")} text={labels.empty} />
  );
}

/** Whether others add rows of which the reader can be told. */
const hasNewRows = ({ store, owner }: Resource) =>
  store !== undefined && owner === undefined;

/** Whether the list has a filter or a search that could be removed; a tab is neither. */
export function useIsFiltered(): boolean {
  const { resource } = useListing();
  const { filters, search } = useListQuery().state;
  const names = Object.keys(filters).filter(
    (id) => id !== resource.tabs?.filter,
  );
  return names.length > 0 || search !== null;
}
