import { ListContextProvider } from "ra-core";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { liveStore } from "../../providers/live/liveStore";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { FilterPanel } from "../filters/FilterPanel";
import { FilterSheet } from "../filters/FilterSheet";
import { FilterControls } from "../filters/FilterControls";
import { usePanelFilters } from "../filters/usePanelFilters";
import "../registry/standardCells";
import "../registry/standardControls";
import { useLabels } from "../useLabels";
import { BackToTop } from "./BackToTop";
import { DroppedNotice } from "./DroppedNotice";
import { ListBar } from "./ListBar";
import { ListingProvider, useListing, type Listing } from "./ListingContext";
import { ListRows } from "./ListRows";
import { LoadMore } from "./LoadMore";
import { PageSizes } from "./PageSizes";
import { Pager } from "./Pager";
import { TabBar } from "./TabBar";
import { useFacets } from "./useFacets";
import { useFilterDraft } from "./useFilterDraft";
import { useListContextValue } from "./useListContextValue";
import { useListData } from "./useListData";
import { useListingQuery } from "./useListingQuery";
import { useIsPhone } from "./useMedia";
import { useView } from "./useView";
import styles from "./ListingPage.module.css";

const LiveNotice = lazy(() => import("./LiveNotice"));

/** A list as its declaration says: filters, tabs, rows, pages. */
export default function ListingPage({ resource }: { resource: Resource }) {
  const row = useWorkspace().row(resource.row);
  const labels = useLabels(resource, row);
  const isPhone = useIsPhone();
  const scrolls = isPhone || resource.paging === "scroll";
  const query = useListingQuery({ resource, row, scrolls });
  const draft = useFilterDraft(resource, query);
  const facets = useFacets(resource, draft.choice);
  const data = useListData({ resource, state: query.state, scrolls });
  const context = useListContextValue({ resource, query, data });
  const listing: Listing = {
    resource,
    row,
    labels,
    query,
    draft,
    facets,
    data,
    isPhone,
  };
  return (
    <ListContextProvider value={context}>
      <ListingProvider value={listing}>
        <PageHeader title={labels.title} count={facets.total} />
        <DroppedNotice />
        <TabBar />
        {isPhone ? <PhoneFilters /> : <FilterPanel />}
        <Rows />
        {scrolls ? <LoadMore /> : <Paging />}
      </ListingProvider>
    </ListContextProvider>
  );
}

function Rows() {
  const { resource, data } = useListing();
  const { search } = useLocation();
  const isLive = useStoreValue(liveStore);
  const [view, setView] = useView(resource);
  return (
    <>
      {isLive && (
        <Suspense fallback={null}>
          <LiveNotice key={search} />
        </Suspense>
      )}
      <ListBar view={view} onView={setView} />
      {data.error && (
        <ErrorNotice
          error={data.error}
          onRetry={data.refetch}
          isRetrying={data.isFetching}
        />
      )}
      <ListRows view={view} />
    </>
  );
}

function Paging() {
  const { data } = useListing();
  if (data.rows?.length === 0) return null;
  return (
    <div className={styles.paging}>
      <Pager />
      <span className={styles.space} />
      <PageSizes />
    </div>
  );
}

function PhoneFilters() {
  const { main } = usePanelFilters();
  return (
    <>
      <div className={styles.chips}>
        <FilterControls filters={main} place="row" />
      </div>
      <FilterSheet />
      <BackToTop />
    </>
  );
}
