import { fieldsIn } from "../../../domain/condition/condition";
import type { Resource } from "../../../domain/resource";
import { timelineFields, timelineSteps } from "../../../domain/timeline";
import type { Row } from "../../providers/dataProvider";

/**
 * Returns the fields that the facts of a row need not repeat: the lead and the timelines show
 * them, or they mark the panel of the row in the list.
 */
export const fieldsAbove = (
  {
    lead,
    timelines = [],
    panelMark,
  }: Pick<Resource, "lead" | "timelines" | "panelMark">,
  row: Row,
): string[] => {
  const [first = ""] = lead?.fields ?? [];
  const isLeadShown = lead && row[first] !== undefined && row[first] !== null;
  return [
    ...fieldsIn(panelMark),
    ...(isLeadShown ? [...lead.fields, ...(lead.due ? [lead.due] : [])] : []),
    ...timelines
      .filter((timeline) => timelineSteps(timeline, row, "") !== null)
      .flatMap(timelineFields),
  ];
};
