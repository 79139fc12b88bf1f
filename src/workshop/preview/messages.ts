import type { WorkspacePreviewBody } from "../../../generated/schemas";
import type { Document } from "../document/types";

/** The viewer that the preview simulates. */
export type As = WorkspacePreviewBody["as"];

/** From the workshop to the preview in its frame: what to show. */
export type ShowMessage = {
  kind: "seriba.preview.show";
  document: Document;
  as: As;
};

/** From the workshop: whether the draft has errors, so an older one is shown. */
export type StaleMessage = { kind: "seriba.preview.stale"; isStale: boolean };

/** From the preview: it can receive messages. */
export type ReadyMessage = { kind: "seriba.preview.ready" };

const isOf = (data: unknown, kind: string): boolean =>
  typeof data === "object" &&
  data !== null &&
  (data as { kind?: unknown }).kind === kind;

export const isShow = (data: unknown): data is ShowMessage =>
  isOf(data, "seriba.preview.show");

export const isStale = (data: unknown): data is StaleMessage =>
  isOf(data, "seriba.preview.stale");

export const isReady = (data: unknown): data is ReadyMessage =>
  isOf(data, "seriba.preview.ready");
