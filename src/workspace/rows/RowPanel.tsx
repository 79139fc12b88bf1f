import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { RowHistory } from "../history/RowHistory";
import { useListing } from "../listing/ListingContext";
import { Slot } from "../Slot";
import { useRowTitle } from "./useRowTitle";
import styles from "./RowPanel.module.css";

/** The content of an open row: its history if declared, and the areas' parts. */
export default function RowPanel({
  id,
  record,
}: {
  /** Its button names the panel by this id. */
  id: string;
  record: RowRecord;
}) {
  const { resource, row: schema } = useListing();
  const t = useT();
  const title = useRowTitle()(record);
  return (
    <section
      id={id}
      className={styles.panel}
      aria-label={t("list.panel.toggle", { row: title })}
    >
      <Slot name="rowPanel" with={{ resource, record }} />
      {resource.rowPanel === "history" && (
        <div>
          <h3 className={styles.heading}>{t("row.history.title")}</h3>
          <RowHistory resource={resource} schema={schema} id={record.id} />
        </div>
      )}
    </section>
  );
}
