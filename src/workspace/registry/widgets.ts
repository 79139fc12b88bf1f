import type { ComponentType } from "react";
import type { Field } from "../../../domain/resource";
import { best, register, type Entry, type Registry } from "./rank";

export type WidgetValue = string | number | boolean | readonly string[] | null;

/** One choice of a widget that offers some. */
export type WidgetOption = {
  value: string;
  label: string;
  description?: string;
};

export type WidgetProps = {
  field: Field;
  label: string;
  /** Null is empty. */
  value: WidgetValue;
  onChange: (value: WidgetValue) => void;
  onBlur?: () => void;
  /** What is wrong with it, in words. */
  error?: string | null;
  hint?: string;
  /** What an empty choice says. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** What can be chosen, where the call decides it and not the schema. */
  options?: readonly WidgetOption[];
};

export type Widget = ComponentType<WidgetProps>;

/** A property of a call's body as the registry looks at it. */
export type WidgetSubject = { field: Field; hasOptions: boolean };

const widgets: Registry<WidgetSubject, Widget> = [];

/** Adds form widgets, such as those of an area. */
export const registerWidgets = (
  entries: readonly Entry<WidgetSubject, Widget>[],
): void => {
  register(widgets, entries);
};

/**
 * The widget for a property of a call's body, by its schema: yen as an amount,
 * choices as a select, a boolean as a check, a number, a day or a moment by an
 * entry of their own, a list by adding and removing, long text as an area.
 * Import `standardWidgets` once where forms are built.
 */
export const widgetFor = (field: Field, hasOptions = false): Widget =>
  best(widgets, { field, hasOptions });
