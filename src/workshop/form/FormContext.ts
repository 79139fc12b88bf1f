import type { Names } from "../document/choices";
import type { Declaration, Labels } from "../document/types";
import type { Language } from "../../../domain/limits";

/** What the parts of the form know beside their own values. */
export type FormContext = {
  declaration: Declaration;
  names: Names;
  /** What a field, sort or filter is called. */
  nameText: (kind: keyof Names, name: string) => string;
  /** The readable title of an entry of a list. */
  titleOf: (list: string, entry: unknown) => string;
  labels: Labels;
  onLabel: (language: Language, key: string, text: string) => void;
  /** Whether an entry of a list is there for everybody already. */
  isPublished: (list: string, entry: unknown) => boolean;
};
