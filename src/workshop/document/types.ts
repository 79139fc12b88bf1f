import type {
  WorkspaceChangesEntry,
  WorkspaceCheckReply,
  WorkspacePartsProblem,
  WorkspaceResourcesList,
  WorkspaceResourcesReply,
} from "../../../generated/schemas";
import type { Change, Document } from "../../../domain/declarations/document";
import type { Language } from "../../../domain/limits";

export type { Change, Document };
export type Declaration = Document["declaration"];
/** Texts below `resources.<name>` of the locales, by language and dotted key. */
export type Labels = Record<Language, Record<string, string>>;
export type Problem = WorkspacePartsProblem;
export type Check = WorkspaceCheckReply;
export type EditableResource = WorkspaceResourcesReply;
export type ResourceEntry = WorkspaceResourcesList[number];
export type HistoryEntry = WorkspaceChangesEntry;
