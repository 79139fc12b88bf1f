import { isFileField } from "../../../domain/fileField";
import { searchableChoices } from "../../../domain/limits";
import { fieldType, isDate, type Field } from "../../../domain/resource";
import type { AreaModule, Widget, WidgetSubject } from "../registry/areaModule";
import { areaWidgets, lastMatch } from "../registry/areas";
import { ChoiceWidget, SearchWidget, SegmentedWidget } from "./choiceWidgets";
import {
  DateWidget,
  AmountWidget,
  NumberWidget,
  AreaWidget,
  TextWidget,
} from "./inputWidgets";
import { FilesWidget } from "./filesPart";
import { RecordWidget } from "./RecordWidget";
import { CheckWidget, ChecksWidget, ListWidget } from "./listWidgets";

const isOfType =
  (...types: string[]) =>
  ({ field }: WidgetSubject): boolean =>
    types.includes(fieldType(field));

/** From this `maxLength` on, a text field is a text area. */
const longText = 200;

/** A segmented control has at most this many choices and letters. */
const mostSegments = { choices: 5, letters: 40 };

/** Matches a required choice between a few short options. */
const isSegmented = ({ field, isRequired, options }: WidgetSubject): boolean =>
  isRequired &&
  field.enum !== undefined &&
  options.length >= 2 &&
  options.length <= mostSegments.choices &&
  options.map(({ label }) => label).join("").length <= mostSegments.letters;

/** Matches a choice among many options, or among the options of a call. */
const isSearched = ({ field, hasOptions, options }: WidgetSubject): boolean =>
  options.length > searchableChoices ||
  (field["x-options"] !== undefined && !hasOptions);

/** Matches arrays whose possible entries are known. */
const isListOfChoices = ({ field, hasOptions }: WidgetSubject): boolean =>
  fieldType(field) === "array" &&
  (hasOptions || field.items?.enum !== undefined);

/** Matches long texts. E-mail addresses are long, but never have several lines. */
const isLong = ({ field }: WidgetSubject): boolean =>
  (field.maxLength ?? 0) >= longText && !field.format;

/** The widgets of the engine. Of several that match a property, the last one draws it. */
const standardWidgets: NonNullable<AreaModule["widgets"]> = [
  [() => true, TextWidget],
  [isLong, AreaWidget],
  [isOfType("integer", "number"), NumberWidget],
  [isOfType("boolean"), CheckWidget],
  [({ field }) => isDate(field), DateWidget],
  [isOfType("array"), ListWidget],
  [({ field }) => field["x-unit"] === "yen", AmountWidget],
  [({ field }) => field.enum !== undefined, ChoiceWidget],
  [({ hasOptions }) => hasOptions, ChoiceWidget],
  [isSegmented, SegmentedWidget],
  [isSearched, SearchWidget],
  [isListOfChoices, ChecksWidget],
  [({ field }) => field["x-record"] !== undefined, RecordWidget],
  [({ field }) => isFileField(field), FilesWidget],
];

/** Returns the widget of a request body's property, by its schema. */
export const widgetFor = (
  field: Field,
  {
    hasOptions = false,
    options = [],
    isRequired = false,
  }: Partial<WidgetSubject> = {},
): Widget =>
  lastMatch([...standardWidgets, ...areaWidgets()], {
    field,
    hasOptions,
    options,
    isRequired,
  });
