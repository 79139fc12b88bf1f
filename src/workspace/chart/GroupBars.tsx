import { Link } from "react-router";
import { formatNumber } from "../../../domain/money";
import type { Field } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Toned } from "../cells/ToneCell";
import styles from "./GroupBars.module.css";

/** The effect of a click on a bar: a link to its rows, or the filter of the list set to its value. */
type Target = {
  to?: string | undefined;
  onChoose?: () => void;
  isOn?: boolean;
};

type Group = NonNullable<ListChartReply["groups"]>[number];

type GroupBarsProps = {
  groups: readonly Group[];
  /** The field of the values, which may declare their colours. */
  field: Field | undefined;
  labelOf: (group: Group) => string;
  targetOf: (group: Group) => Target;
  /** The number of rows without a value. */
  missing: number | undefined;
  missingTarget: Target;
  others: ListChartReply["others"];
};

/**
 * The number of rows by value, as a list of bars in which each has its name and number.
 * The values that are left out have one bar without a target.
 */
export function GroupBars({
  groups,
  field,
  labelOf,
  targetOf,
  missing,
  missingTarget,
  others,
}: GroupBarsProps) {
  const t = useT();
  const counts = groups.map(({ count }) => count);
  const most = Math.max(1, missing ?? 0, others?.count ?? 0, ...counts);
  return (
    <ul className={styles.groups}>
      {groups.map((group) => (
        <li key={group.value}>
          <Bar
            {...targetOf(group)}
            count={group.count}
            share={group.count / most}
            tone={field?.["x-tones"]?.[group.value]}
          >
            <Toned field={field} value={group.value} text={labelOf(group)} />
          </Bar>
        </li>
      ))}
      {missing !== undefined && (
        <li>
          <Bar
            {...missingTarget}
            count={missing}
            share={missing / most}
            tone="grey"
          >
            {t("list.kinds.empty")}
          </Bar>
        </li>
      )}
      {others && (
        <li>
          <Bar
            count={others.count}
            share={(others.count ?? 0) / most}
            tone="grey"
          >
            {t("list.chart.others", { smart_count: others.values })}
          </Bar>
        </li>
      )}
    </ul>
  );
}

type BarProps = Target & {
  count: number | undefined;
  /** The length, from 0 to 1. */
  share: number;
  tone: string | undefined;
  children: React.ReactNode;
};

function Bar({ to, onChoose, isOn, count, share, tone, children }: BarProps) {
  const content = (
    <>
      <span className={styles.name}>{children}</span>
      <span className={styles.bar} aria-hidden="true">
        {share > 0 && (
          <span
            style={{
              width: `${100 * share}%`,
              background: `var(--${tone ?? "accent"})`,
            }}
          />
        )}
      </span>
      <span className={styles.count}>
        {count !== undefined && formatNumber(count)}
      </span>
    </>
  );
  if (to !== undefined)
    return (
      <Link className={styles.group} to={to}>
        {content}
      </Link>
    );
  if (onChoose)
    return (
      <button
        type="button"
        className={styles.group}
        aria-pressed={isOn}
        onClick={onChoose}
      >
        {content}
      </button>
    );
  return <span className={styles.group}>{content}</span>;
}
