import type {
  WorkspaceChangesEntry,
  WorkspaceCheckReply,
  WorkspacePartsChange,
  WorkspacePartsDocument,
  WorkspacePartsProblem,
  WorkspaceResourcesList,
  WorkspaceResourcesReply,
} from "../../../../generated/schemas";
import type { Language } from "../../../../domain/limits";

/** What of a resource is edited: its declaration and its own labels. */
export type Document = WorkspacePartsDocument;
export type Declaration = Document["declaration"];
/** Keys below `resources.<name>` of the locales, by language. */
export type Labels = Record<Language, Record<string, string>>;
export type Problem = WorkspacePartsProblem;
export type Change = WorkspacePartsChange;
export type Check = WorkspaceCheckReply;
export type EditableResource = WorkspaceResourcesReply;
export type ResourceEntry = WorkspaceResourcesList[number];
export type HistoryEntry = WorkspaceChangesEntry;
