import type { ComponentType } from "react";
import type { Field } from "../../../domain/resource";
import { createRegistry } from "./registry";

export type WidgetValue = string | number | boolean | readonly string[] | null;

export type WidgetOption = {
  value: string;
  label: string;
  description?: string;
  /** The heading above it and the options of the same section. */
  section?: string;
};

export type WidgetProps = {
  field: Field;
  label: string;
  /** Null if the field is empty. */
  value: WidgetValue;
  onChange: (value: WidgetValue) => void;
  onBlur?: () => void;
  /** The validation message. */
  error?: string | null;
  hint?: string;
  /** The text of the empty option. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Keeps the value and the focus, for example while the form is being sent. */
  isReadOnly?: boolean;
  /** The options, if a call provides them instead of the schema. */
  options?: readonly WidgetOption[];
};

export type Widget = ComponentType<WidgetProps>;

/** A property of a request body, as testers see it. */
export type WidgetSubject = {
  field: Field;
  /** Whether the caller has the options; else the schema or its call has them. */
  hasOptions: boolean;
  /** The options, as far as they are known. */
  options: readonly WidgetOption[];
  isRequired: boolean;
};

const widgets = createRegistry<WidgetSubject, Widget>();

/** Registers form widgets; an area calls it to add its own. */
export const registerWidgets = widgets.register;

/** Returns the widget of a request body's property, by its schema. */
export const widgetFor = (
  field: Field,
  {
    hasOptions = false,
    options = [],
    isRequired = false,
  }: Partial<WidgetSubject> = {},
): Widget => widgets.lastMatch({ field, hasOptions, options, isRequired });
