import type { FilterKind } from "../../domain/listing/filterKind";
import { debounce, searchableChoices } from "../../domain/limits";
import { fieldType, isDate, type Field } from "../../domain/resource";
import styles from "./cells/cells.module.css";
import { MomentCell } from "./cells/MomentCell";
import { NoteCell } from "./cells/NoteCell";
import { PhotoCell, TwoPhotosCell } from "./cells/PhotoCell";
import { PriceCell } from "./cells/PriceCell";
import { TextCell } from "./cells/TextCell";
import { DatesControl } from "./controls/DatesControl";
import { DaysControl } from "./controls/DaysControl";
import { FlagControl } from "./controls/FlagControl";
import { RangeControl } from "./controls/RangeControl";
import { SelectControl } from "./controls/SelectControl";
import { SegmentsControl } from "./controls/SegmentsControl";
import { SuggestControl } from "./controls/SuggestControl";
import { SearchControl, TextControl } from "./controls/TextControl";
import type { AreaModule } from "./registry/areaModule";
import { registerAreas } from "./registry/areas";
import type { CellDefinition } from "./registry/cells";
import type { ControlSubject } from "./registry/controls";
import type { WidgetSubject } from "./registry/widgets";
import { isNote } from "./sections";
import { AreaWidget, TextWidget } from "./widgets/TextWidget";
import { CheckWidget, ChecksWidget } from "./widgets/ChecksWidget";
import { ChoiceWidget } from "./widgets/ChoiceWidget";
import { DateWidget } from "./widgets/DateWidget";
import { ListWidget } from "./widgets/ListWidget";
import { AmountWidget, NumberWidget } from "./widgets/NumberWidget";
import { SearchWidget } from "./widgets/SearchWidget";
import { SegmentedWidget } from "./widgets/SegmentedWidget";

// The cells, controls and widgets of the engine, in the form in which areas add theirs.
// Of several that match a field, the last one draws it.

type HasField = { field: Field };

const isAnything = (): boolean => true;

const isYen = ({ field }: HasField): boolean => field["x-unit"] === "yen";

const isDateField = ({ field }: HasField): boolean => isDate(field);

const isOfType =
  (...types: string[]) =>
  ({ field }: HasField): boolean =>
    types.includes(fieldType(field));

const price: CellDefinition = {
  Cell: PriceCell,
  types: ["integer", "number"],
  isFor: isYen,
  width: 116,
  className: styles.price,
};

const cells: AreaModule["cells"] = {
  text: { Cell: TextCell, isFor: isAnything, width: 128, hasLink: true },
  moment: { Cell: MomentCell, isFor: isDateField, width: 132, hasLink: true },
  price,
  yen: price,
  photo: {
    Cell: PhotoCell,
    types: ["array"],
    isFor: ({ field }) => field["x-shown"] === "photos",
    width: 250,
    photos: 1,
    hasLink: true,
  },
  photos: {
    Cell: TwoPhotosCell,
    types: ["array"],
    width: 346,
    photos: 2,
    hasLink: true,
  },
  letter: {
    Cell: TextCell,
    isFor: ({ field }) => field["x-shown"] === "letter",
    width: 80,
  },
  note: {
    Cell: NoteCell,
    isFor: ({ field }) => isNote(field),
    width: 220,
    hasControl: true,
  },
};

const isOfKind =
  (name: FilterKind["kind"]) =>
  ({ kind }: ControlSubject) =>
    kind.kind === name;

const typed = { wait: debounce.typed, place: 1 } as const;

const controls: AreaModule["controls"] = [
  [isOfKind("choices"), { Control: SelectControl, wait: 0, place: 1 }],
  [
    ({ kind }) => kind.kind === "choices" && kind.of === "days",
    { Control: DaysControl, wait: 0, place: "row" },
  ],
  [isOfKind("range"), { ...typed, Control: RangeControl }],
  [isOfKind("dates"), { ...typed, Control: DatesControl, place: 2 }],
  [isOfKind("flag"), { Control: FlagControl, wait: 0, place: 1 }],
  [isOfKind("text"), { ...typed, Control: TextControl }],
  [
    ({ filter }) => filter.control === "search",
    { ...typed, Control: SearchControl, place: "bar" },
  ],
  [
    ({ filter }) => filter.control === "search" && !!filter.suggest,
    { ...typed, Control: SuggestControl, place: "bar" },
  ],
  [
    ({ filter }) => filter.control === "segments",
    { Control: SegmentsControl, wait: 0, place: "row" },
  ],
];

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

const widgets: AreaModule["widgets"] = [
  [isAnything, TextWidget],
  [isLong, AreaWidget],
  [isOfType("integer", "number"), NumberWidget],
  [isOfType("boolean"), CheckWidget],
  [isDateField, DateWidget],
  [isOfType("array"), ListWidget],
  [isYen, AmountWidget],
  [({ field }) => field.enum !== undefined, ChoiceWidget],
  [({ hasOptions }) => hasOptions, ChoiceWidget],
  [isSegmented, SegmentedWidget],
  [isSearched, SearchWidget],
  [isListOfChoices, ChecksWidget],
];

registerAreas([{ cells, controls, widgets }]);
