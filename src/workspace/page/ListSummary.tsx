import { summaryField, summaryKey, totalsIn } from "../../../domain/summary";
import { useT } from "../../providers/i18n/useT";
import { Skeleton } from "../../ui/Skeleton";
import { classes } from "../../ui/classes";
import { useFieldText } from "../fieldText";
import { useListing, useListRows } from "../listing/ListingContext";
import styles from "./ListSummary.module.css";

/**
 * The totals of the list over all rows that match the filters. A total that the
 * reply lacks, as on servers that send none, is left out.
 */
export default function ListSummary() {
  const { resource, labels } = useListing();
  const { reply, rows, error, isOutdated } = useListRows();
  const write = useFieldText();
  const t = useT();
  const totals = totalsIn(reply, resource.calls.list.totals);
  const isLoading = !rows && !error;
  const entries = (resource.summary ?? []).filter(
    (entry) => isLoading || totals[summaryKey(entry)] !== undefined,
  );
  if (entries.length === 0) return null;
  return (
    <dl
      className={classes(styles.summary, isOutdated && styles.outdated)}
      aria-label={t("list.summary.title")}
      aria-busy={isLoading || isOutdated}
    >
      {entries.map((entry) => (
        <div key={summaryKey(entry)}>
          <dt>{labels.total(entry)}</dt>
          <dd>
            {isLoading ? (
              <Skeleton width={96} height={20} />
            ) : (
              write(summaryField(entry), totals[summaryKey(entry)])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
