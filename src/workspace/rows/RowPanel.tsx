import { createElement, Suspense } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Skeleton } from "../../ui/Skeleton";
import { RowHistory } from "../history/RowHistory";
import { useListing } from "../listing/ListingContext";
import { useRowTitle } from "../listing/rowTitle";
import { panelOf, Slot } from "../registry/areas";
import styles from "./RowPanel.module.css";

/** The content of an open row: the declared panel, and the areas' parts. */
export default function RowPanel({
  id,
  record,
  onClose,
}: {
  /** Its button names the panel by this id. */
  id: string;
  record: RowRecord;
  onClose: () => void;
}) {
  const { resource, row: schema } = useListing();
  const t = useT();
  const title = useRowTitle()(record);
  const declared = panelOf(resource);
  const props = { resource, record, title, onClose };
  return (
    <section
      id={id}
      className={styles.panel}
      aria-label={t("list.panel.toggle", { row: title })}
    >
      {declared && (
        <Suspense fallback={<Skeleton height={60} />}>
          {createElement(declared.Panel, props)}
        </Suspense>
      )}
      <Slot name="rowPanel" with={props} />
      {resource.rowPanel === "history" && (
        <div>
          <h3 className={styles.heading}>{t("row.history.title")}</h3>
          <RowHistory resource={resource} schema={schema} id={record.id} />
        </div>
      )}
    </section>
  );
}
