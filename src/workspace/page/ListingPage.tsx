import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { liveStore } from "../../providers/events";
import { useT } from "../../providers/i18n/useT";
import { useStoreValue } from "../../providers/store";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { LinkButton } from "../../ui/LinkButton";
import { Skeleton } from "../../ui/Skeleton";
import { rowPathsOf } from "../../../domain/listing/addresses";
import { FilterPanel } from "../filters/FilterPanel";
import { FilterSheet } from "../filters/FilterSheet";
import { FilterControls } from "../filters/FilterControls";
import { usePanelFilters } from "../filters/usePanelFilters";
import { ListBar } from "./ListBar";
import {
  useListFacets,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { ListingProviders, useScrolls } from "../listing/ListingProviders";
import { Slot } from "../Slot";
import { Actions, ListRows, useIsFiltered } from "./ListRows";
import { UntakenEdits } from "./UntakenEdits";
import { BackToTop, LoadMore } from "./LoadMore";
import { Pager, PageSizes } from "./Pager";
import { TabBar } from "./TabBar";
import { useView } from "../listing/useView";
import styles from "./ListingPage.module.css";
import notice from "./Notice.module.css";
import { preloadable } from "../../ui/preloadable";

const [ListChart] = preloadable(() => import("./ListChart"));
const [ListSummary] = preloadable(() => import("./ListSummary"));
const [LiveNotice] = preloadable(() => import("./LiveNotice"), null);
const [ImportNotice] = preloadable(() => import("./ImportNotice"), null);
const [SeenRows] = preloadable(() => import("./SeenRows"), null);
const [RowProblems] = preloadable(() => import("./RowProblems"));

/** The page of a list, drawn from its declaration. */
export default function ListingPage({ resource }: { resource: Resource }) {
  return (
    <ListingProviders resource={resource}>
      <Heading />
      <Slot name="header" with={{ resource }} />
      <DroppedNotice />
      <TabBar />
      <Filters />
      <Importing />
      <Rows />
      <Paging />
      <Live />
    </ListingProviders>
  );
}

function Heading() {
  const { resource, labels } = useListing();
  const t = useT();
  const { create } = rowPathsOf(resource);
  return (
    <PageHeader
      title={labels.title}
      count={useListFacets().total}
      actions={create && <LinkButton to={create}>{t("form.new")}</LinkButton>}
    />
  );
}

/** The filters. An empty list without any filter has nothing to filter. */
function Filters() {
  const { isPhone } = useListing();
  const { rows, total, problems, isOutdated } = useListRows();
  const isFiltered = useIsFiltered();
  const isEmpty = rows?.length === 0 && total === 0 && problems.length === 0;
  if (isEmpty && !isOutdated && !isFiltered) return null;
  return isPhone ? <PhoneFilters /> : <FilterPanel />;
}

function Rows() {
  const { resource } = useListing();
  const { problems, error, refetch, isFetching } = useListRows();
  const [view, setView] = useView(resource);
  const [hasChart, setHasChart] = useState(false);
  return (
    <>
      <ListBar
        view={view}
        onView={setView}
        hasChart={hasChart}
        onChart={setHasChart}
      />
      {error && (
        <ErrorNotice error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {problems.length > 0 && (
        <Suspense fallback={null}>
          <RowProblems />
        </Suspense>
      )}
      <Slot name="aboveRows" with={{ resource }} />
      {hasChart && resource.chart && (
        <Suspense fallback={<Skeleton height={236} />}>
          <ListChart />
        </Suspense>
      )}
      {resource.summary && resource.summary.length > 0 && (
        <Suspense fallback={<Skeleton height={60} />}>
          <ListSummary />
        </Suspense>
      )}
      <ListRows view={view} />
      {resource.calls.seen && (
        <Suspense fallback={null}>
          <SeenRows />
        </Suspense>
      )}
      <Slot name="belowRows" with={{ resource }} />
      {resource.actions && resource.actions.length > 0 && (
        <>
          <Suspense fallback={null}>
            <Actions />
          </Suspense>
          <UntakenEdits />
        </>
      )}
    </>
  );
}

function Paging() {
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

/** The progress of an import into the list, which only the live stream tells. */
function Importing() {
  const { resource } = useListing();
  if (!useStoreValue(liveStore) || !resource.pageType) return null;
  return (
    <Suspense fallback={null}>
      <ImportNotice key={resource.name} />
    </Suspense>
  );
}

/**
 * The notice of changes since the rows were read. It stays mounted when the
 * stream pauses, as it does while all tabs are hidden, and keeps its count.
 */
function Live() {
  const { search } = useLocation();
  const isLive = useStoreValue(liveStore);
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  if (!wasLive) return null;
  return (
    <Suspense fallback={null}>
      <LiveNotice key={search} />
    </Suspense>
  );
}

function PhoneFilters() {
  const { main } = usePanelFilters();
  return (
    <>
      <div className={styles.chips}>
        <FilterControls filters={main} place="row" />
        <FilterControls filters={main} place="bar" />
      </div>
      <FilterSheet />
    </>
  );
}

/** Says which parameters were removed from the address as invalid. */
function DroppedNotice() {
  const query = useListQuery();
  const t = useT();
  if (query.dropped.length === 0) return null;
  const params = query.dropped.map(({ param, value }) => `${param}=${value}`);
  return (
    <div className={notice.notice} role="status">
      <Icon name="info" />
      <p className={notice.text}>
        {t("list.dropped", { params: params.join(", ") })}
      </p>
      <IconButton
        icon="close"
        label={t("shell.close")}
        onClick={query.dismissDropped}
      />
    </div>
  );
}
