import { debounce } from "../../../domain/limits";
import { filterKind, type FilterKind } from "../../../domain/listing/state";
import type { Field, Filter } from "../../../domain/resource";
import type {
  AreaModule,
  ControlDefinition,
  ControlSubject,
} from "../registry/areaModule";
import { areaControls, lastMatch } from "../registry/areas";
import { DaysControl } from "./DaysControl";
import { FlagControl } from "./FlagControl";
import { DatesControl, RangeControl } from "./RangeControl";
import { SegmentsControl } from "./SegmentsControl";
import { SelectControl } from "./SelectControl";
import { SuggestControl } from "./SuggestControl";
import { SearchControl, TextControl } from "./TextControl";

const isOfKind =
  (name: FilterKind["kind"]) =>
  ({ kind }: ControlSubject) =>
    kind.kind === name;

const typed = { wait: debounce.typed, place: 1 } as const;

/** The controls of the engine. Of several that match a filter, the last one draws it. */
const standardControls: NonNullable<AreaModule["controls"]> = [
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

/** Returns the control of a filter: the last that matches, areas after the engine. */
export const controlFor = (field: Field, filter: Filter): ControlDefinition =>
  lastMatch([...standardControls, ...areaControls()], {
    filter,
    field,
    kind: filterKind(field, filter),
  });
