import { debounce } from "../../../domain/limits";
import type { FilterKind } from "../../../domain/listing/filterKind";
import { DatesControl } from "../controls/DatesControl";
import { DaysControl } from "../controls/DaysControl";
import { FlagControl } from "../controls/FlagControl";
import { RangeControl } from "../controls/RangeControl";
import { SelectControl } from "../controls/SelectControl";
import { TextControl } from "../controls/TextControl";
import { registerControls, type ControlSubject } from "./controls";
import { rank } from "./rank";

const ofKind = (kind: FilterKind["kind"]) => (subject: ControlSubject) =>
  subject.kind.kind === kind;

registerControls([
  {
    fit: rank(5, ofKind("choices")),
    part: { Control: SelectControl, wait: debounce.filter, place: 1 },
  },
  {
    fit: rank(
      6,
      ({ kind, filter }) => kind.kind === "choices" && filter.by !== undefined,
    ),
    part: { Control: SelectControl, wait: debounce.model, place: 1 },
  },
  {
    fit: rank(10, ({ kind }) => kind.kind === "choices" && kind.of === "days"),
    part: { Control: DaysControl, wait: debounce.listingDate, place: "row" },
  },
  {
    fit: rank(5, ofKind("range")),
    part: { Control: RangeControl, wait: debounce.filter, place: 1 },
  },
  {
    fit: rank(5, ofKind("dates")),
    part: { Control: DatesControl, wait: debounce.date, place: 2 },
  },
  {
    fit: rank(5, ofKind("flag")),
    part: { Control: FlagControl, wait: debounce.filter, place: 1 },
  },
  {
    fit: rank(5, ofKind("text")),
    part: { Control: TextControl, wait: debounce.lotSearch, place: 1 },
  },
]);
