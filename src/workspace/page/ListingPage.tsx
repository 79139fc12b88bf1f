import notice from "./Notice.module.css";
import { Suspense, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { rowPathsOf } from "../../../domain/listing/addresses";
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
import { preloadable } from "../../ui/preloadable";
import { FilterPanel } from "../filters/FilterPanel";
import { PhoneFilters } from "../filters/FilterSheet";
import {
  useListFacets,
  useListing,
  useListQuery,
  useListRows,
  ListingProviders,
} from "../listing/ListingContext";
import { useLastBoard, useView } from "../listing/useView";
import { Slot } from "../registry/areas";
import { ListBar } from "./ListBar";
import { Actions, ListRows, useIsFiltered } from "./ListRows";
import { Paging } from "./Paging";
import { TabBar } from "./TabBar";
import { UntakenEdits } from "./UntakenEdits";

const [Board] = preloadable(() => import("../board/Board"));
const [ListChart] = preloadable(() => import("./ListChart"));
const [ListSummary] = preloadable(() => import("./ListSummary"));
const [LiveNotice] = preloadable(() => import("./LiveNotice"), null);
const [ImportNotice] = preloadable(() => import("./ImportNotice"), null);
const [SeenRows] = preloadable(() => import("./SeenRows"), null);
const [RowProblems] = preloadable(() => import("./RowProblems"));

/** A part that appears as soon as it has loaded. */
const whenLoaded = (part: ReactNode) => (
  <Suspense fallback={null}>{part}</Suspense>
);

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
    </ListingProviders>
  );
}

function Heading() {
  const { resource, labels } = useListing();
  const t = useT();
  const { create, import: table } = rowPathsOf(resource);
  return (
    <PageHeader
      title={labels.title}
      count={useListFacets().total}
      actions={
        (table ?? create) && (
          <>
            {table && (
              <LinkButton to={table} kind="standard">
                {t("import.open")}
              </LinkButton>
            )}
            {create && <LinkButton to={create}>{t("form.new")}</LinkButton>}
          </>
        )
      }
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
  useLastBoard(resource);
  const below = (
    <>
      {resource.calls.seen && whenLoaded(<SeenRows />)}
      <Slot name="belowRows" with={{ resource }} />
      {resource.actions && resource.actions.length > 0 && (
        <>
          {whenLoaded(<Actions />)}
          <UntakenEdits />
        </>
      )}
    </>
  );
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
      {problems.length > 0 && whenLoaded(<RowProblems />)}
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
      {view === "board" ? (
        <Suspense fallback={<Skeleton height={420} />}>
          <Board>{below}</Board>
        </Suspense>
      ) : (
        <>
          <ListRows view={view} />
          {below}
          <Paging />
          <Live />
        </>
      )}
    </>
  );
}

/** The progress of an import into the list, which only the live stream tells. */
function Importing() {
  const { resource } = useListing();
  if (!useStoreValue(liveStore) || !resource.pageType) return null;
  return whenLoaded(<ImportNotice key={resource.name} />);
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
  return whenLoaded(<LiveNotice key={search} />);
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
