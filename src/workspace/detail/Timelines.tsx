import { useTranslate } from "ra-core";
import { japanClock } from "../../../domain/japanTime";
import type { Resource, RowSchema, Timeline } from "../../../domain/resource";
import { timelineSteps, type TimelineStep } from "../../../domain/timeline";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useServerClock } from "../../providers/useServerClock";
import { Box } from "../../ui/Box";
import { classes } from "../../ui/classes";
import { readableKey } from "../../ui/readable";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import { LateMark } from "./LateMark";
import { useFormerDays } from "./useFormerDays";
import styles from "./Timelines.module.css";

type TimelinesProps = {
  resource: Resource;
  schema: RowSchema;
  id: string;
  row: Row;
};

/** The declared timelines of a row. A timeline without a step for its state is left out. */
export function Timelines({ resource, schema, id, row }: TimelinesProps) {
  const translate = useTranslate();
  const formerDay = useFormerDays(resource, id);
  const today = useServerClock((now) => japanClock(now).day);
  const { lead } = resource;
  // A row without a next step has ended.
  const hasEnded = lead?.fields
    .slice(0, 1)
    .some((name) => (row[name] ?? null) === null);
  const timelines = (resource.timelines ?? []).flatMap((timeline) => {
    const steps = timelineSteps(timeline, row, hasEnded ? null : today);
    return steps ? [{ timeline, steps }] : [];
  });
  if (timelines.length === 0) return null;
  return (
    <div className={styles.timelines}>
      {timelines.map(({ timeline, steps }) => (
        <Box
          key={timeline.id}
          title={translate(
            `resources.${resource.name}.timelines.${timeline.id}`,
            { _: readableKey(timeline.id) },
          )}
        >
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <Step
                // The steps of a timeline keep their places.
                key={index}
                {...{ schema, row, timeline, step, formerDay }}
              />
            ))}
          </ol>
        </Box>
      ))}
    </div>
  );
}

function Step({
  schema,
  row,
  timeline: { state = "" },
  step,
  formerDay,
}: Pick<TimelinesProps, "schema" | "row"> & {
  timeline: Timeline;
  step: TimelineStep;
  formerDay: (name: string | undefined) => string | null;
}) {
  const t = useT();
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const { progress, on = "", planned = "", doneOn, plannedFor } = step;
  const text = step.state === null ? label(on) : write(state, step.state, row);
  const plan = plannedFor === null ? null : write(planned, plannedFor);
  const former = formerDay(step.planned);
  const isPlanShown = plan !== null && plannedFor !== doneOn;
  return (
    <li
      className={classes(styles.step, styles[progress])}
      aria-current={progress === "current" ? "step" : undefined}
    >
      <span className={styles.label}>
        {text}
        <VisuallyHidden>, {t(`row.progress.${progress}`)}</VisuallyHidden>
      </span>
      <span className={styles.days}>
        {doneOn !== null && <span>{write(on, doneOn)}</span>}
        {isPlanShown && (
          <span className={styles.planned}>
            {t("row.planned", { day: plan })}
            {former !== null && (
              <> · {t("row.formerly", { day: write(planned, former) })}</>
            )}
          </span>
        )}
        {step.isLate && <LateMark>{t("row.late")}</LateMark>}
      </span>
    </li>
  );
}
