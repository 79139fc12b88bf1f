import type { FilterKind } from "../../domain/listing/filterKind";
import { debounce, searchableChoices } from "../../domain/limits";
import { BidAmountCell, BidStatusCell } from "./cells/BidCells";
import { EngineCell } from "./cells/EngineCell";
import {
  AuctionCell,
  ConditionCell,
  LotStatusCell,
  PriceCell,
} from "./cells/LotCells";
import { NoteCell } from "./cells/NoteCell";
import { PhotoCell, TwoPhotosCell } from "./cells/PhotoCell";
import { ScoresCell } from "./cells/ScoresCell";
import { TextCell } from "./cells/TextCell";
import cellStyles from "./cells/cells.module.css";
import { DatesControl } from "./controls/DatesControl";
import { DaysControl } from "./controls/DaysControl";
import { FlagControl } from "./controls/FlagControl";
import { RangeControl } from "./controls/RangeControl";
import { SelectControl } from "./controls/SelectControl";
import { SegmentsControl } from "./controls/SegmentsControl";
import { SuggestControl } from "./controls/SuggestControl";
import { SearchControl, TextControl } from "./controls/TextControl";
import {
  registerCells,
  type Cell,
  type CellDefinition,
} from "./registry/cells";
import { registerControls } from "./registry/controls";
import {
  hasUnit,
  isAnything,
  isDateField,
  isDictionaryOf,
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

const amountCell = (Cell: Cell, width: number): CellDefinition => ({
  Cell,
  width,
  className: cellStyles.price,
});

/** By name. Declarations can give all names but `text` and `note`, which the program chooses. */
const namedCells = {
  text: { Cell: TextCell, width: 128, hasLink: true },
  auction: { Cell: AuctionCell, width: 132, hasLink: true },
  price: amountCell(PriceCell, 116),
  yen: amountCell(PriceCell, 116),
  condition: { Cell: ConditionCell, width: 160 },
  photo: { Cell: PhotoCell, width: 250, hasLink: true },
  photos: { Cell: TwoPhotosCell, width: 346, hasLink: true },
  bidStatus: { Cell: BidStatusCell, width: 122 },
  lotStatus: { Cell: LotStatusCell, width: 140 },
  scores: { Cell: ScoresCell, width: 150 },
  engine: { Cell: EngineCell, width: 138, hasLink: true },
  bidAmount: amountCell(BidAmountCell, 120),
  bidGroup: { Cell: TextCell, width: 80 },
  bidType: { Cell: TextCell, width: 120 },
  note: { Cell: NoteCell, width: 220, hasControl: true },
} satisfies Record<string, CellDefinition>;

registerCells([
  entry(1, isAnything, namedCells.text),
  entry(10, isDateField, namedCells.auction),
  entry(10, hasUnit("yen"), namedCells.price),
  entry(10, isDictionaryOf("condition"), namedCells.condition),
  entry(20, isShownAs("photos"), namedCells.photo),
  entry(20, isShownAs("bidStatus"), namedCells.bidStatus),
  entry(20, isShownAs("lotStatus"), namedCells.lotStatus),
  entry(20, isShownAs("letter"), namedCells.bidGroup),
  entry(20, isShownAs("bidType"), namedCells.bidType),
  entry(20, isShownAs("note"), namedCells.note),
  ...Object.entries(namedCells).map(([name, value]) =>
    entry(100, ({ cell }: { cell?: string }) => cell === name, value),
  ),
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
