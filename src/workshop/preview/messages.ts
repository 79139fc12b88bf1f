import type { WorkspacePreviewBody } from "../../../generated/schemas";
import type { Document } from "../document/types";

export type As = WorkspacePreviewBody["as"];

/** What the workshop tells its preview, a page of the same origin in a frame. */
export type Shown = { kind: "seriba.preview"; document: Document; as: As };

/** Whether the draft has mistakes: what is shown is then its last state without. */
export type Stale = { kind: "seriba.preview.stale"; isStale: boolean };

/** What the preview tells back. */
export type Heard = { kind: "seriba.preview.ready" };

const isOf = (data: unknown, kind: string): boolean =>
  typeof data === "object" &&
  data !== null &&
  (data as { kind?: unknown }).kind === kind;

export const isShown = (data: unknown): data is Shown =>
  isOf(data, "seriba.preview");

export const isStaleness = (data: unknown): data is Stale =>
  isOf(data, "seriba.preview.stale");

export const isHeard = (data: unknown): data is Heard =>
  isOf(data, "seriba.preview.ready");
