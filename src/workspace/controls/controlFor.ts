import { debounce } from "../../../domain/limits";
import { filterKind, formOf } from "../../../domain/listing/kinds/kinds";
import type { ValueForm } from "../../../domain/listing/kinds/kind";
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

const isOfForm =
  (form: ValueForm) =>
  ({ kind }: ControlSubject) =>
    formOf(kind) === form;

const typed = { wait: debounce.typed, place: 1 } as const;

/** The controls of the engine. Of several that match a filter, the last one draws it. */
const standardControls: NonNullable<AreaModule["controls"]> = [
  [isOfForm("choices"), { Control: SelectControl, wait: 0, place: 1 }],
  [
    ({ kind }) => kind === "days",
    { Control: DaysControl, wait: 0, place: "row" },
  ],
  [isOfForm("range"), { ...typed, Control: RangeControl }],
  [isOfForm("dates"), { ...typed, Control: DatesControl, place: 2 }],
  [isOfForm("flag"), { Control: FlagControl, wait: 0, place: 1 }],
  [isOfForm("text"), { ...typed, Control: TextControl }],
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
