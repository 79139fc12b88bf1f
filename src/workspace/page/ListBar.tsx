import { useTranslate } from "ra-core";
import { formatNumber } from "../../../domain/money";
import { SavedButton } from "../saved/SavedButton";
import { ExportButtons } from "./ExportButtons";
import { useListing, useListRows } from "../listing/ListingContext";
import { SortMenu } from "./SortMenu";
import { SortSheet } from "./SortSheet";
import type { View } from "../listing/useView";
import { ViewModes } from "./ViewModes";
import styles from "./ListBar.module.css";

/** How many rows there are, in which order, and how they are shown. */
export function ListBar({
  view,
  onView,
}: {
  view: View;
  onView: (view: View) => void;
}) {
  const { resource, isPhone } = useListing();
  const translate = useTranslate();
  const { total } = useListRows();
  return (
    <div className={styles.bar}>
      <span className={styles.count} role="status">
        {total !== undefined && total >= 0 && (
          <>
            <b>{formatNumber(total)}</b>{" "}
            {translate(`list.found.${resource.row}`, { smart_count: total })}
          </>
        )}
      </span>
      <SavedButton />
      {isPhone ? (
        <SortSheet />
      ) : (
        <>
          <ExportButtons />
          <SortMenu />
          <ViewModes view={view} onChange={onView} />
        </>
      )}
    </div>
  );
}
