import type { ComponentType } from "react";
import {
  filterKind,
  type FilterKind,
} from "../../../domain/listing/filterKind";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Filter } from "../../../domain/resource";
import { createRegistry } from "./registry";

export type ControlSubject = { filter: Filter; field: Field; kind: FilterKind };

export type ControlProps = {
  filter: Filter;
  field: Field;
  label: string;
  value: FilterValue | undefined;
  /** The filter depends on another one that has no value yet. */
  isDisabled?: boolean;
  /** Undefined clears the filter. */
  onChange: (value: FilterValue | undefined) => void;
};

export type ControlDefinition = {
  Control: ComponentType<ControlProps>;
  /** Milliseconds until a change is applied without the button. */
  wait: number;
  /**
   * A row of its own above the grid, the bar above the rows of a phone (one grid
   * column elsewhere), or the number of grid columns.
   */
  place: "row" | "bar" | 1 | 2;
};

const controls = createRegistry<ControlSubject, ControlDefinition>();

/** Registers filter controls. */
export const registerControls = controls.register;

/** Returns the control of a filter, by the kind of its field. */
export const controlFor = (field: Field, filter: Filter): ControlDefinition =>
  controls.lastMatch({ filter, field, kind: filterKind(field, filter) });
