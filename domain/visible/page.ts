import type { Resource, Timeline } from "../resource";
import type { VisibilityCheck } from "./isVisible";

/**
 * Returns the lead and the timelines of a row's page with their visible fields. A lead whose
 * main line is hidden, a timeline whose state is hidden and a timeline without steps are left
 * out.
 */
export const visiblePage = (
  { lead, timelines }: Pick<Resource, "lead" | "timelines">,
  visibility: VisibilityCheck,
): Pick<Resource, "lead" | "timelines"> => {
  const { isVisible, visibleFields } = visibility;
  return {
    lead:
      lead && isVisible(undefined, [lead.fields[0]])
        ? {
            fields: visibleFields(lead.fields),
            ...(isVisible(undefined, [lead.due]) && { due: lead.due }),
          }
        : undefined,
    timelines: timelines
      ?.filter(({ state }) => isVisible(undefined, [state]))
      .map((timeline) => ({
        ...timeline,
        steps: visibleSteps(timeline, visibility),
      }))
      .filter(({ steps }) => steps.length > 0),
  };
};

/** Returns the steps without hidden days, and without steps that had no more than these. */
const visibleSteps = (
  { steps }: Timeline,
  { isVisible }: VisibilityCheck,
): Timeline["steps"] =>
  steps.flatMap(({ on, planned, ...step }) => {
    const hasDay = on !== undefined && isVisible(undefined, [on]);
    if (!hasDay && !step.states) return [];
    return [
      {
        ...step,
        ...(hasDay && { on }),
        ...(planned !== undefined &&
          isVisible(undefined, [planned]) && { planned }),
      },
    ];
  });
