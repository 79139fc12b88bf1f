import type { FilterKind } from "../../domain/listing/filterKind";
import { debounce } from "../../domain/limits";
import {
  BidAmountCell,
  BidGroupCell,
  BidStatusCell,
  BidTypeCell,
} from "./cells/BidCells";
import { EngineCell } from "./cells/EngineCell";
import {
  AuctionCell,
  ConditionCell,
  LotStatusCell,
  PriceCell,
} from "./cells/LotCells";
import { PhotoCell } from "./cells/PhotoCell";
import { TextCell } from "./cells/TextCell";
import { DatesControl } from "./controls/DatesControl";
import { DaysControl } from "./controls/DaysControl";
import { FlagControl } from "./controls/FlagControl";
import { RangeControl } from "./controls/RangeControl";
import { SelectControl } from "./controls/SelectControl";
import { TextControl } from "./controls/TextControl";
import { isNamed, registerCells, type CellDefinition } from "./registry/cells";
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
import { AreaWidget } from "./widgets/AreaWidget";
import { CheckWidget } from "./widgets/CheckWidget";
import { ChecksWidget } from "./widgets/ChecksWidget";
import { ChoiceWidget } from "./widgets/ChoiceWidget";
import { DateWidget } from "./widgets/DateWidget";
import { ListWidget } from "./widgets/ListWidget";
import { AmountWidget, NumberWidget } from "./widgets/NumberWidget";
import { TextWidget } from "./widgets/TextWidget";

// Registers the standard texts, cells, controls and widgets. The registries
// themselves import no component.

registerTexts(standardTexts);

/** By the name that a column can give in its declaration. */
const namedCells = {
  text: { Cell: TextCell, width: 128, hasLink: true },
  auction: { Cell: AuctionCell, width: 132, hasLink: true },
  price: { Cell: PriceCell, width: 104 },
  yen: { Cell: PriceCell, width: 104 },
  condition: { Cell: ConditionCell, width: 158 },
  photo: { Cell: PhotoCell, width: 250, hasLink: true },
  bidStatus: { Cell: BidStatusCell, width: 122 },
  lotStatus: { Cell: LotStatusCell, width: 128 },
  engine: { Cell: EngineCell, width: 138, hasLink: true },
  bidAmount: { Cell: BidAmountCell, width: 120 },
  bidGroup: { Cell: BidGroupCell, width: 80 },
  bidType: { Cell: BidTypeCell, width: 120 },
} satisfies Record<string, CellDefinition>;

registerCells([
  { tester: rank(1, isAnything), value: namedCells.text },
  { tester: rank(10, isDateField), value: namedCells.auction },
  { tester: rank(10, hasUnit("yen")), value: namedCells.price },
  {
    tester: rank(10, isDictionaryOf("condition")),
    value: namedCells.condition,
  },
  { tester: rank(20, isShownAs("photos")), value: namedCells.photo },
  { tester: rank(20, isShownAs("bidStatus")), value: namedCells.bidStatus },
  { tester: rank(20, isShownAs("lotStatus")), value: namedCells.lotStatus },
  { tester: rank(20, isShownAs("letter")), value: namedCells.bidGroup },
  { tester: rank(20, isShownAs("bidType")), value: namedCells.bidType },
  ...Object.entries(namedCells).map(([name, value]) => ({
    tester: isNamed(name),
    value,
  })),
]);

const ofKind = (kind: FilterKind["kind"]) => (subject: ControlSubject) =>
  subject.kind.kind === kind;

registerControls([
  {
    tester: rank(5, ofKind("choices")),
    value: { Control: SelectControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(
      6,
      ({ kind, filter }) => kind.kind === "choices" && filter.by !== undefined,
    ),
    value: { Control: SelectControl, wait: debounce.model, place: 1 },
  },
  {
    tester: rank(
      10,
      ({ kind }) => kind.kind === "choices" && kind.of === "days",
    ),
    value: { Control: DaysControl, wait: debounce.listingDate, place: "row" },
  },
  {
    tester: rank(5, ofKind("range")),
    value: { Control: RangeControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(5, ofKind("dates")),
    value: { Control: DatesControl, wait: debounce.date, place: 2 },
  },
  {
    tester: rank(5, ofKind("flag")),
    value: { Control: FlagControl, wait: debounce.filter, place: 1 },
  },
  {
    tester: rank(5, ofKind("text")),
    value: { Control: TextControl, wait: debounce.lotSearch, place: 1 },
  },
]);

/** From this `maxLength` on, a text field is a text area. */
const longText = 200;

registerWidgets([
  { tester: rank(1, isAnything), value: TextWidget },
  { tester: rank(6, isOfType("integer", "number")), value: NumberWidget },
  { tester: rank(10, isOfType("boolean")), value: CheckWidget },
  { tester: rank(10, isDateField), value: DateWidget },
  { tester: rank(10, isOfType("array")), value: ListWidget },
  { tester: rank(10, hasUnit("yen")), value: AmountWidget },
  { tester: rank(10, isEnum), value: ChoiceWidget },
  {
    tester: rank(20, ({ hasOptions }: WidgetSubject) => hasOptions),
    value: ChoiceWidget,
  },
  { tester: rank(30, isListOfChoices), value: ChecksWidget },
  {
    tester: rank(
      5,
      ({ field }: WidgetSubject) =>
        field.maxLength !== undefined && field.maxLength >= longText,
    ),
    value: AreaWidget,
  },
]);
