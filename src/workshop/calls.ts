import type {
  WorkspaceCheckReply,
  WorkspacePreviewBody,
} from "../../generated/schemas";
import { request } from "../providers/http";
import type { Check, Document } from "./document/types";

/** What would become of a draft: mistakes, differences, what it touches. */
export const checkDraft = (
  resource: string,
  { document, signal }: { document: Document; signal: AbortSignal },
): Promise<Check> =>
  request<WorkspaceCheckReply>("/workspace/check", {
    method: "POST",
    body: { resource, document },
    signal,
  });

/** A call of a drafted list, as a viewer would get it. */
export const previewCall = <Reply>(
  body: WorkspacePreviewBody,
  signal?: AbortSignal,
): Promise<Reply> =>
  request<Reply>("/workspace/preview", { method: "POST", body, signal });
