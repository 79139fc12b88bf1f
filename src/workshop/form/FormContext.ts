import type { Language } from "../../../domain/limits";
import type { Names } from "../document/choices";
import type { Declaration, Labels } from "../document/types";

/** The data that the templates and widgets of the form share. */
export type FormContext = {
  declaration: Declaration;
  names: Names;
  /** Returns the label of a field, sort or filter. */
  nameText: (kind: keyof Names, name: string) => string;
  /** Returns the title of a list entry. */
  titleOf: (list: string, entry: unknown) => string;
  labels: Labels;
  onLabel: (language: Language, key: string, text: string) => void;
  /** Returns the label that is shown if the entry has no label of its own. */
  defaultLabel: (language: Language, entry: unknown) => string;
  isPublished: (list: string, entry: unknown) => boolean;
  markOf: (list: string, entry: unknown) => "new" | "changed" | null;
  /** Moves an entry of the list at the path. */
  onMove: (
    path: readonly (string | number)[],
    from: number,
    to: number,
  ) => void;
  /** Ids of the open sections and entries; see `partId`. */
  openParts: ReadonlySet<string>;
  onToggle: (id: string, isOpen: boolean) => void;
};
