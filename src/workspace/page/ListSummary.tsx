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
  const names = (resource.summary ?? []).filter(
    (name) => isLoading || typeof totals[name] === "number",
  );
  if (names.length === 0) return null;
  return (
    <dl
      className={classes(styles.summary, isOutdated && styles.outdated)}
      aria-label={t("list.summary.title")}
      aria-busy={isLoading || isOutdated}
    >
      {names.map((name) => (
        <div key={name}>
          <dt>{labels.total(name)}</dt>
          <dd>
            {isLoading ? (
              <Skeleton width={96} height={20} />
            ) : (
              write(name, totals[name])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const totalsIn = (reply: unknown, key = ""): Record<string, unknown> =>
  (reply as Partial<Record<string, Record<string, unknown>>> | undefined)?.[
    key
  ] ?? {};
