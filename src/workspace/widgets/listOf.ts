import type { WidgetValue } from "../registry/widgets";

/** The texts of a list's value; none where it has no value. */
export const listOf = (value: WidgetValue): readonly string[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).filter((one) => typeof one === "string")
    : [];
