import type { Language } from "../../domain/limits";
import { readMessages } from "./i18n/messages";
import type { Messages } from "./i18n/keys";
import { readWorkspace, type Workspace } from "./workspace";
import { liveEvents, workspaceOutdated } from "./events";

/** Browsers that hear of one change ask in turn, within this time. */
const spread = 500;
/** By then every server has what one of them tells of. */
const firstPause = 2_500;
const longestPause = 60_000;
/**
 * Of several servers the one that answers may be the last to know; and what the
 * browser kept because it is the same for this viewer names the set it was of.
 */
const mostLooks = 2;

/**
 * Follows the declarations while the page is open: each time the server has
 * others, the viewer's workspace and the texts are read, and given on where
 * they have changed for this viewer. Returns how to stop.
 */
export function followWorkspace(options: {
  workspace: Workspace;
  language: Language;
  onWorkspace: (workspace: Workspace) => void;
  onMessages: (messages: Messages) => void;
}): () => void {
  const { language, onWorkspace, onMessages } = options;
  let known = options.workspace;
  let wanted = known.declarationsHash;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  let pause = firstPause;
  let isStopped = false;
  let isAsking = false;
  /** Told since the last look began: waits for no pause. */
  let hasNews = false;

  const ask = async () => {
    const [workspace, messages] = await Promise.all([
      readWorkspace(),
      readMessages(language),
    ]);
    if (isStopped) return;
    onMessages(messages);
    if (workspace.viewerVersion !== known.viewerVersion) onWorkspace(workspace);
    known = workspace;
    pause = firstPause;
    looks += 1;
    if (looks === mostLooks) wanted = workspace.declarationsHash;
  };

  const run = () => {
    isAsking = true;
    hasNews = false;
    ask()
      .catch(() => {
        pause = Math.min(2 * pause, longestPause);
      })
      .finally(() => {
        isAsking = false;
        timer = undefined;
        if (wanted !== known.declarationsHash) schedule(hasNews ? 0 : pause);
      });
  };

  const schedule = (wait: number) => {
    if (!isStopped) timer ??= setTimeout(run, wait + spread * Math.random());
  };

  const unsubscribe = liveEvents.subscribe((event) => {
    if (event.name !== "workspace" && event.name !== "ready") return;
    wanted = event.data.declarationsHash;
    looks = 0;
    if (wanted === known.declarationsHash) return;
    if (!hasNews && !isAsking) {
      clearTimeout(timer);
      timer = undefined;
    }
    hasNews = true;
    schedule(0);
  });
  const leave = workspaceOutdated.subscribe(() => schedule(spread));
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    leave();
  };
}
