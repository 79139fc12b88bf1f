import type { WidgetValue } from "../registry/areaModule";

/** Returns the text of a single value, "" for a list or an empty field. */
export const widgetText = (value: WidgetValue): string =>
  value === null || typeof value === "object" ? "" : String(value);
