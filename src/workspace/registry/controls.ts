import type { ComponentType } from "react";
import {
  filterKind,
  type FilterKind,
} from "../../../domain/listing/filterKind";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Filter } from "../../../domain/resource";
import { best, register, type Entry, type Registry } from "./rank";

/** A filter as the registry looks at it. */
export type ControlSubject = { filter: Filter; field: Field; kind: FilterKind };

export type ControlProps = {
  filter: Filter;
  field: Field;
  label: string;
  value: FilterValue | undefined;
  /** It means nothing until the filter it stands within has a value. */
  isDisabled?: boolean;
  /** Undefined clears the filter. */
  onChange: (value: FilterValue | undefined) => void;
};

export type ControlPart = {
  Control: ComponentType<ControlProps>;
  /** Milliseconds until a choice is applied by itself. */
  wait: number;
  /** A row of its own above the others, or so many places among them. */
  place: "row" | 1 | 2;
};

const controls: Registry<ControlSubject, ControlPart> = [];

/** Adds filter controls, such as those of an area. */
export const registerControls = (
  entries: readonly Entry<ControlSubject, ControlPart>[],
): void => {
  register(controls, entries);
};

/** The control of a filter: by its name where it has one, else by its field. */
export const controlFor = (field: Field, filter: Filter): ControlPart =>
  best(controls, { filter, field, kind: filterKind(field, filter) });
