import type { FilterKind } from "../../domain/listing/filterKind";
import { debounce } from "../../domain/limits";
import { AmountWidget } from "./widgets/AmountWidget";
import { AreaWidget } from "./widgets/AreaWidget";
import { AuctionCell } from "./cells/AuctionCell";
import { BidAmountCell } from "./cells/BidAmountCell";
import { BidGroupCell } from "./cells/BidGroupCell";
import { BidStatusCell } from "./cells/BidStatusCell";
import { BidTypeCell } from "./cells/BidTypeCell";
import { CheckWidget } from "./widgets/CheckWidget";
import { ChecksWidget } from "./widgets/ChecksWidget";
import { ChoiceWidget } from "./widgets/ChoiceWidget";
import { ConditionCell } from "./cells/ConditionCell";
import { DateWidget } from "./widgets/DateWidget";
import { DatesControl } from "./controls/DatesControl";
import { DaysControl } from "./controls/DaysControl";
import { EngineCell } from "./cells/EngineCell";
import { FlagControl } from "./controls/FlagControl";
import { ListWidget } from "./widgets/ListWidget";
import { LotStatusCell } from "./cells/LotStatusCell";
import { NumberWidget } from "./widgets/NumberWidget";
import { PhotoCell } from "./cells/PhotoCell";
import { PriceCell } from "./cells/PriceCell";
import { RangeControl } from "./controls/RangeControl";
import { SelectControl } from "./controls/SelectControl";
import { TextCell } from "./cells/TextCell";
import { TextControl } from "./controls/TextControl";
import { TextWidget } from "./widgets/TextWidget";
import { isAsked, registerCells, type CellPart } from "./registry/cells";
import { registerControls, type ControlSubject } from "./registry/controls";
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
import { rank } from "./registry/rank";
import { registerTexts } from "./registry/texts";
import { registerWidgets, type WidgetSubject } from "./registry/widgets";
import { standardTexts } from "./standardTexts";

// The standard texts, cells, controls and widgets. The registries import none
// of them: this file, on top of the engine, fills them.

registerTexts(standardTexts);

const cells = {
  text: { Cell: TextCell, width: 128, hasLink: true },
  auction: { Cell: AuctionCell, width: 132, hasLink: true },
  price: { Cell: PriceCell, width: 104 },
  condition: { Cell: ConditionCell, width: 158 },
  photo: { Cell: PhotoCell, width: 250, hasLink: true },
  bidStatus: { Cell: BidStatusCell, width: 122 },
  lotStatus: { Cell: LotStatusCell, width: 128 },
  engine: { Cell: EngineCell, width: 138, hasLink: true },
  bidAmount: { Cell: BidAmountCell, width: 120 },
  bidGroup: { Cell: BidGroupCell, width: 80 },
  bidType: { Cell: BidTypeCell, width: 120 },
} satisfies Record<string, CellPart>;

registerCells([
  { tester: rank(1, isAnything), part: cells.text },
  { tester: rank(10, isDateField), part: cells.auction },
  { tester: rank(10, hasUnit("yen")), part: cells.price },
  { tester: rank(10, isDictionaryOf("condition")), part: cells.condition },
  { tester: rank(20, isShownAs("photos")), part: cells.photo },
  { tester: rank(20, isShownAs("bidStatus")), part: cells.bidStatus },
  { tester: rank(20, isShownAs("lotStatus")), part: cells.lotStatus },
  { tester: rank(20, isShownAs("letter")), part: cells.bidGroup },
  { tester: rank(20, isShownAs("bidType")), part: cells.bidType },
  { tester: isAsked("photo"), part: cells.photo },
  { tester: isAsked("auction"), part: cells.auction },
  { tester: isAsked("engine"), part: cells.engine },
  { tester: isAsked("condition"), part: cells.condition },
  { tester: isAsked("lotStatus"), part: cells.lotStatus },
  { tester: isAsked("price"), part: cells.price },
  { tester: isAsked("yen"), part: cells.price },
  { tester: isAsked("bidAmount"), part: cells.bidAmount },
  { tester: isAsked("bidStatus"), part: cells.bidStatus },
  { tester: isAsked("bidGroup"), part: cells.bidGroup },
  { tester: isAsked("bidType"), part: cells.bidType },
]);

const ofKind = (kind: FilterKind["kind"]) => (subject: ControlSubject) =>
  subject.kind.kind === kind;

registerControls([
  {
    tester: rank(5, ofKind("choices")),
    part: { Control: SelectControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(
      6,
      ({ kind, filter }) => kind.kind === "choices" && filter.by !== undefined,
    ),
    part: { Control: SelectControl, wait: debounce.model, place: 1 },
  },
  {
    tester: rank(
      10,
      ({ kind }) => kind.kind === "choices" && kind.of === "days",
    ),
    part: { Control: DaysControl, wait: debounce.listingDate, place: "row" },
  },
  {
    tester: rank(5, ofKind("range")),
    part: { Control: RangeControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(5, ofKind("dates")),
    part: { Control: DatesControl, wait: debounce.date, place: 2 },
  },
  {
    tester: rank(5, ofKind("flag")),
    part: { Control: FlagControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(5, ofKind("text")),
    part: { Control: TextControl, wait: debounce.lotSearch, place: 1 },
  },
]);

/** From this many characters on, a text is written in an area. */
const longText = 200;

registerWidgets([
  { tester: rank(1, isAnything), part: TextWidget },
  { tester: rank(6, isOfType("integer", "number")), part: NumberWidget },
  { tester: rank(10, isOfType("boolean")), part: CheckWidget },
  { tester: rank(10, isDateField), part: DateWidget },
  { tester: rank(10, isOfType("array")), part: ListWidget },
  { tester: rank(10, hasUnit("yen")), part: AmountWidget },
  { tester: rank(10, isEnum), part: ChoiceWidget },
  {
    tester: rank(20, ({ hasOptions }: WidgetSubject) => hasOptions),
    part: ChoiceWidget,
  },
  { tester: rank(30, isListOfChoices), part: ChecksWidget },
  {
    tester: rank(
      5,
      ({ field }: WidgetSubject) =>
        field.maxLength !== undefined && field.maxLength >= longText,
    ),
    part: AreaWidget,
  },
]);
