import type { FilterKind } from "../../domain/listing/filterKind";
import { debounce, searchableChoices } from "../../domain/limits";
import { MomentCell } from "./cells/MomentCell";
import { NoteCell } from "./cells/NoteCell";
import { PhotoCell, TwoPhotosCell } from "./cells/PhotoCell";
import { amountCell, PriceCell } from "./cells/PriceCell";
import { TextCell } from "./cells/TextCell";
import { DatesControl } from "./controls/DatesControl";
import { DaysControl } from "./controls/DaysControl";
import { FlagControl } from "./controls/FlagControl";
import { RangeControl } from "./controls/RangeControl";
import { SelectControl } from "./controls/SelectControl";
import { SegmentsControl } from "./controls/SegmentsControl";
import { SuggestControl } from "./controls/SuggestControl";
import { SearchControl, TextControl } from "./controls/TextControl";
import {
  cellsByName,
  registerCells,
  type CellDefinition,
} from "./registry/cells";
import { registerControls } from "./registry/controls";
import {
  hasUnit,
  isAnything,
  isDateField,
  isEnum,
  isListOfChoices,
  isOfType,
  isShownAs,
} from "./registry/fields";
import { entry } from "./registry/rank";
import { registerTexts } from "./registry/texts";
import { registerWidgets, type WidgetSubject } from "./registry/widgets";
import { standardTexts } from "./standardTexts";
import { AreaWidget } from "./widgets/AreaWidget";
import { CheckWidget } from "./widgets/CheckWidget";
import { ChecksWidget } from "./widgets/ChecksWidget";
import { ChoiceWidget } from "./widgets/ChoiceWidget";
import { DateWidget } from "./widgets/DateWidget";
import { ListWidget } from "./widgets/ListWidget";
import { AmountWidget, NumberWidget } from "./widgets/NumberWidget";
import { SearchWidget } from "./widgets/SearchWidget";
import { SegmentedWidget } from "./widgets/SegmentedWidget";
import { TextWidget } from "./widgets/TextWidget";

// Registers the standard texts, cells, controls and widgets. The registries
// themselves import no component.

registerTexts(standardTexts);

const text: CellDefinition = { Cell: TextCell, width: 128, hasLink: true };
const moment: CellDefinition = { Cell: MomentCell, width: 132, hasLink: true };
const price = amountCell(PriceCell, 116);
const letter: CellDefinition = { Cell: TextCell, width: 80 };
const photo: CellDefinition = { Cell: PhotoCell, width: 250, hasLink: true };
const note: CellDefinition = { Cell: NoteCell, width: 220, hasControl: true };

registerCells([
  entry(1, isAnything, text),
  entry(10, isDateField, moment),
  entry(10, hasUnit("yen"), price),
  entry(20, isShownAs("photos"), photo),
  entry(20, isShownAs("letter"), letter),
  entry(20, isShownAs("note"), note),
  ...cellsByName({
    // Declarations cannot give these two names; the program chooses them.
    text,
    note,
    price,
    yen: price,
    photo,
    photos: { Cell: TwoPhotosCell, width: 346, hasLink: true },
  }),
]);

const isOfKind =
  (name: FilterKind["kind"]) =>
  ({ kind }: { kind: FilterKind }) =>
    kind.kind === name;

const select = { Control: SelectControl, wait: 0, place: 1 } as const;

registerControls([
  entry(5, isOfKind("choices"), select),
  entry(10, ({ kind }) => kind.kind === "choices" && kind.of === "days", {
    Control: DaysControl,
    wait: 0,
    place: "row",
  }),
  entry(5, isOfKind("range"), {
    Control: RangeControl,
    wait: debounce.typed,
    place: 1,
  }),
  entry(5, isOfKind("dates"), {
    Control: DatesControl,
    wait: debounce.typed,
    place: 2,
  }),
  entry(5, isOfKind("flag"), { Control: FlagControl, wait: 0, place: 1 }),
  entry(5, isOfKind("text"), {
    Control: TextControl,
    wait: debounce.typed,
    place: 1,
  }),
  entry(20, ({ filter }) => filter.control === "search", {
    Control: SearchControl,
    wait: debounce.typed,
    place: "bar",
  }),
  entry(21, ({ filter }) => filter.control === "search" && !!filter.suggest, {
    Control: SuggestControl,
    wait: debounce.typed,
    place: "bar",
  }),
  entry(20, ({ filter }) => filter.control === "segments", {
    Control: SegmentsControl,
    wait: 0,
    place: "row",
  }),
]);

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

registerWidgets([
  entry(1, isAnything, TextWidget),
  entry(
    5,
    // E-mail addresses are long, but never have several lines.
    ({ field }) => (field.maxLength ?? 0) >= longText && !field.format,
    AreaWidget,
  ),
  entry(6, isOfType("integer", "number"), NumberWidget),
  entry(10, isOfType("boolean"), CheckWidget),
  entry(10, isDateField, DateWidget),
  entry(10, isOfType("array"), ListWidget),
  entry(10, hasUnit("yen"), AmountWidget),
  entry(10, isEnum, ChoiceWidget),
  entry(20, ({ hasOptions }) => hasOptions, ChoiceWidget),
  entry(25, isSegmented, SegmentedWidget),
  entry(25, isSearched, SearchWidget),
  entry(30, isListOfChoices, ChecksWidget),
]);
