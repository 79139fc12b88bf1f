import { createContext, useContext } from "react";
import type { RowSchema } from "../../domain/resource";
import type { Declaration, EditableResource } from "./document/types";
import type { Checked } from "./document/useCheck";
import type { Editing } from "./document/useDraft";

/** One resource in the workshop: what is published, the draft, what it means. */
export type Workshop = {
  published: EditableResource;
  row: RowSchema;
  editing: Editing;
  checked: Checked;
  /** The draft; null while its JSON cannot be read. */
  declaration: Declaration | null;
  /** What a field of the row is called. */
  fieldText: (name: string) => string;
  /** What an entry of a list is called; empty where it is nothing yet. */
  entryText: (list: string, entry: unknown) => string;
  openTab: (tab: string) => void;
};

const WorkshopContext = createContext<Workshop | null>(null);

export const WorkshopProvider = WorkshopContext.Provider;

/** The resource that is edited; throws outside the workshop. */
export function useWorkshop(): Workshop {
  const found = useContext(WorkshopContext);
  if (!found) throw new Error("Nothing is edited here.");
  return found;
}
