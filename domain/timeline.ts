import { japanDay } from "./japanTime";
import type { Timeline } from "./resource";

type Row = Readonly<Record<string, unknown>>;

/** A step of a timeline for one row. */
export type TimelineStep = {
  /** The value of the state that labels the step; null if its date field does. */
  state: string | null;
  /** `done` comes before the step at which the row is. */
  progress: "done" | "current" | "toCome";
  /** The date fields of the step. */
  on?: string | undefined;
  planned?: string | undefined;
  /** The day, `YYYY-MM-DD`, on which the step was done and the planned day, if they are known. */
  doneOn: string | null;
  plannedFor: string | null;
  /** Whether the planned day of a step that is not done has passed. */
  isLate: boolean;
};

/**
 * Returns the steps of a timeline for a row. `today` is the day in Japan; without it no step is
 * late. Null if no step names the state of the row, such as the steps of a claim for a row
 * without a claim.
 */
export function timelineSteps(
  { state, steps }: Timeline,
  row: Row,
  today: string | null,
): TimelineStep[] | null {
  const value = state === undefined ? undefined : String(row[state]);
  const at =
    value === undefined
      ? steps.findLastIndex(({ on }) => dayOf(row, on) !== null)
      : steps.findIndex(({ states = [] }) => states.includes(value));
  if (value !== undefined && at === -1) return null;
  return steps.map(({ states: [first = null] = [], on, planned }, index) => {
    const doneOn = dayOf(row, on);
    const plannedFor = dayOf(row, planned);
    return {
      state: index === at ? (value ?? null) : first,
      progress: index < at ? "done" : index === at ? "current" : "toCome",
      ...{ on, planned, doneOn, plannedFor },
      isLate:
        today !== null &&
        index > at &&
        doneOn === null &&
        plannedFor !== null &&
        plannedFor < today,
    };
  });
}

/** Returns the day in Japan of a date field of a row; null without a value. */
export function dayOf(row: Row, name: string | undefined): string | null {
  const value = name === undefined ? undefined : row[name];
  if (typeof value !== "string" || value === "") return null;
  if (!value.includes("T")) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : japanDay(moment);
}

/** Returns the fields that a timeline shows. */
export const timelineFields = ({ state, steps }: Timeline): string[] =>
  [state, ...steps.flatMap(({ on, planned }) => [on, planned])].filter(
    (name) => name !== undefined,
  );
