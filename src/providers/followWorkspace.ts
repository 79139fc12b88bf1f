import type { Language } from "../../domain/limits";
import { readMessages } from "./i18n/messages";
import type { Messages } from "./i18n/useT";
import { readWorkspace, type Workspace } from "./workspace";
import { liveEvents, workspaceOutdated } from "./events";

/** Browsers that get the same event send their calls spread over this time. */
const spreadMs = 500;
/** After this time every server has loaded the new declarations. */
const firstDelayMs = 2_500;
const maxDelayMs = 60_000;
/**
 * The first reply may come from a server that has not loaded the new
 * declarations yet, so the workspace is loaded twice at most.
 */
const maxAttempts = 2;

/**
 * Loads the workspace and the texts again each time the server's declarations
 * change. `onWorkspace` is called only if the viewer's part has changed.
 * Returns a function that stops it.
 */
export function followWorkspace(options: {
  workspace: Workspace;
  language: Language;
  onWorkspace: (workspace: Workspace) => void;
  onMessages: (messages: Messages) => void;
}): () => void {
  const { language, onWorkspace, onMessages } = options;
  let known = options.workspace;
  let expectedHash = known.declarationsHash;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let delayMs = firstDelayMs;
  let isStopped = false;
  /** A part of the known declarations is gone, so a failed load is repeated. */
  let isOutdated = false;
  let isLoading = false;
  /** An event arrived since the last load began: load again without a delay. */
  let hasNewEvent = false;

  const load = async () => {
    const [workspace, messages] = await Promise.all([
      readWorkspace(),
      readMessages(language),
    ]);
    if (isStopped) return;
    isOutdated = false;
    onMessages(messages);
    if (workspace.viewerVersion !== known.viewerVersion) onWorkspace(workspace);
    known = workspace;
    delayMs = firstDelayMs;
    attempts += 1;
    if (attempts >= maxAttempts) expectedHash = workspace.declarationsHash;
  };

  const run = () => {
    isLoading = true;
    hasNewEvent = false;
    load()
      .catch(() => {
        delayMs = Math.min(2 * delayMs, maxDelayMs);
      })
      .finally(() => {
        isLoading = false;
        timer = undefined;
        if (isOutdated || expectedHash !== known.declarationsHash)
          schedule(hasNewEvent ? 0 : delayMs);
      });
  };

  const schedule = (ms: number) => {
    if (!isStopped) timer ??= setTimeout(run, ms + spreadMs * Math.random());
  };

  const unsubscribes = [
    liveEvents.subscribe((event) => {
      if (event.name !== "workspace" && event.name !== "ready") return;
      expectedHash = event.data.declarationsHash;
      attempts = 0;
      if (expectedHash === known.declarationsHash) return;
      if (!hasNewEvent && !isLoading) {
        clearTimeout(timer);
        timer = undefined;
      }
      hasNewEvent = true;
      schedule(0);
    }),
    workspaceOutdated.subscribe(() => {
      attempts = 0;
      isOutdated = true;
      schedule(spreadMs);
    }),
  ];
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
