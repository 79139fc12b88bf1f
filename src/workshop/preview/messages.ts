import type { WorkspacePreviewBody } from "../../../generated/schemas";
import type { Document } from "../document/draft";

/** The viewer that the preview simulates. */
export type As = WorkspacePreviewBody["as"];

/** The content of the preview. */
export type Shown = { document: Document; as: As };

/**
 * The messages between the workshop and the preview in its frame. `ready` comes
 * from the preview, the others go to it. `isStale` means that the draft has
 * errors, so that an older one is shown.
 */
type Message =
  | { kind: "seriba.preview.ready" }
  | ({ kind: "seriba.preview.show" } & Shown)
  | { kind: "seriba.preview.stale"; isStale: boolean };

/** Sends a message to a window of the same origin. */
export const send = (to: Window | null | undefined, message: Message) =>
  to?.postMessage(message, location.origin);

/** Listens to messages of a window. Returns a function that stops listening. */
export function listen(
  from: () => Window | null | undefined,
  onMessage: (message: Message) => void,
): () => void {
  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== from() || origin !== location.origin) return;
    if (isMessage(data)) onMessage(data);
  };
  addEventListener("message", receive);
  return () => removeEventListener("message", receive);
}

const isMessage = (data: unknown): data is Message =>
  typeof data === "object" &&
  data !== null &&
  "kind" in data &&
  String(data.kind).startsWith("seriba.preview.");
