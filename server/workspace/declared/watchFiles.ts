import { watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { declaredFolders } from "./sources";

/** An editor writes a file in several steps; they are one change. */
const settledMilliseconds = 120;

/**
 * Calls back after each change of the project's declarations, however many
 * files it touched. Returns how to stop.
 */
export function watchFiles(options: {
  root: string;
  onChange: () => void;
  onError: (error: unknown) => void;
}): () => void {
  const { root, onChange, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settledMilliseconds).unref();
  };
  const watchers = declaredFolders.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(path.join(root, folder), note);
      return [watcher.unref().on("error", onError)];
    } catch (error) {
      onError(error);
      return [];
    }
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
