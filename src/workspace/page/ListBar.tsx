import { useNotify, useTranslate } from "ra-core";
import { formatNumber } from "../../../domain/money";
import {
  forRole,
  offeredViews,
  textSection,
  type View,
} from "../../../domain/resource";
import { errorText } from "../../providers/errorText";
import { preferTexts, useT } from "../../providers/i18n/useT";
import { useIsMember, useRole } from "../../providers/viewer";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { Segmented } from "../../ui/Segmented";
import { ValueSwitches } from "../filters/ValueSwitches";
import { useFixedValues } from "../listing/fixedValues";
import { useListing, useListRows } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { Slot } from "../registry/areas";
import { densities, useDensity } from "../rows/useGridLayout";
import { SavedButton } from "../saved/SavedButton";
import { ExportButtons } from "./ExportButtons";
import { SortMenu, SortSheet } from "./SortMenu";
import styles from "./ListBar.module.css";

/** The number of rows, switches for values of filters, the saved searches, the export, the order, the view. */
export function ListBar({
  view,
  onView,
  hasChart,
  onChart,
}: {
  view: View;
  onView: (view: View) => void;
  /** Whether the chart of the list is open. */
  hasChart: boolean;
  onChart: (hasChart: boolean) => void;
}) {
  const { isOwnServer } = useWorkspace();
  const { resource, row, isPhone } = useListing();
  const { total } = useListRows();
  const section = textSection(row, useFixedValues());
  const translate = preferTexts(section, useTranslate());
  const notify = useNotify();
  const isMember = useIsMember();
  const hasGrid = forRole(resource.table, useRole()) === "grid";
  const t = useT();
  const noun = (key: string, fallback?: string) =>
    translate(`list.found.${key}`, { smart_count: total, _: fallback });
  return (
    <div className={styles.bar}>
      <div className={styles.found}>
        <span className={styles.count} role="status">
          {total !== undefined && total >= 0 && (
            <>
              <b>{formatNumber(total)}</b> {noun(resource.row, noun("row"))}
            </>
          )}
        </span>
        <ValueSwitches />
      </div>
      <Slot name="toolbar" with={{ resource }} />
      <ListActionButtons />
      {resource.chart && resource.calls.chart && isOwnServer && (
        <IconButton
          icon="chart"
          className={styles.chart}
          label={t(hasChart ? "list.chart.close" : "list.chart.open")}
          aria-expanded={hasChart}
          onClick={() => {
            onChart(!hasChart);
          }}
        />
      )}
      {isMember && <SavedButton />}
      {isPhone ? (
        <>
          <SortSheet />
          {resource.boards && <ViewModes view={view} onChange={onView} />}
        </>
      ) : (
        <>
          <ExportButtons
            onErrorChange={(error) => {
              if (error !== undefined)
                notify(errorText(error, t), { type: "error" });
            }}
          />
          <SortMenu />
          {view === "default" && hasGrid && <DensitySwitch />}
          <ViewModes view={view} onChange={onView} />
        </>
      )}
    </div>
  );
}

/** The actions on the list as a whole. */
function ListActionButtons() {
  const { resource, labels } = useListing();
  const { request } = useListActions();
  return resource.actions
    ?.filter(({ on }) => on.includes("list"))
    .map(({ id }) => (
      <Button
        key={id}
        onClick={() => {
          request.set({ kind: "start", actionId: id });
        }}
      >
        {labels.action(id)}
      </Button>
    ));
}

/** Switches between the row heights of the data grid. */
function DensitySwitch() {
  const [chosen, choose] = useDensity();
  const t = useT();
  return (
    <Segmented
      label={t("list.grid.density.title")}
      segments={densities.map((density) => ({
        value: density,
        content: t(`list.grid.density.${density}`),
      }))}
      value={chosen}
      onChange={choose}
    />
  );
}

const icons = {
  default: "list",
  card: "cards",
  grid: "grid",
  board: "board",
} as const;

/** Switches between a table, cards, a grid of photos and a board. A phone has one list of rows. */
function ViewModes({
  view,
  onChange,
}: {
  view: View;
  onChange: (view: View) => void;
}) {
  const { resource, isPhone } = useListing();
  const t = useT();
  const offered = offeredViews(resource);
  const views = isPhone
    ? offered.filter((mode) => mode === offered[0] || mode === "board")
    : offered;
  if (views.length < 2) return null;
  return (
    <Segmented
      label={t("list.view.title")}
      segments={views.map((mode) => ({
        value: mode,
        content: <Icon name={icons[mode]} size={16} />,
        label: t(`list.view.${mode}`),
      }))}
      value={views.find((mode) => mode === view) ?? "default"}
      onChange={onChange}
    />
  );
}
