import { statSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { declaredFolders } from "../sources";

/** An editor writes a file in several steps; they are one change. */
const settledMilliseconds = 120;

type Watched = { identity: string; watcher: FSWatcher };

/**
 * Calls back after each change of the project's declarations, however many
 * files it touched; also once a folder that was taken away is there again.
 * Returns how to stop.
 */
export function watchFiles(options: {
  root: string;
  onChange: () => void;
  onError: (error: unknown) => void;
}): () => void {
  const { root, onChange, onError } = options;
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isNew = declaredFolders.map(follow).includes(true);
      // What was written into a new folder before it was followed told nobody.
      if (isNew) note();
      onChange();
    }, settledMilliseconds).unref();
  };
  const open = (folder: string, listener: (name: string | null) => void) =>
    watch(path.join(root, folder), (_event, name) => {
      listener(name);
    })
      .unref()
      .on("error", onError);

  /** Watches the folder that has this name now; true where it is another one. */
  const follow = (folder: string): boolean => {
    const before = watched.get(folder);
    const identity = identityOf(path.join(root, folder));
    if (identity === before?.identity) return false;
    before?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return false;
    try {
      watched.set(folder, { identity, watcher: open(folder, note) });
    } catch (error) {
      onError(error);
    }
    return watched.has(folder);
  };

  const folders = new Set(declaredFolders.map((one) => one.split("/")[0]));
  const watchers: FSWatcher[] = [];
  try {
    watchers.push(
      open(".", (name) => {
        if (name !== null && folders.has(name)) note();
      }),
    );
  } catch (error) {
    onError(error);
  }
  for (const folder of declaredFolders) follow(folder);
  return () => {
    clearTimeout(timer);
    for (const one of watchers) one.close();
    for (const { watcher } of watched.values()) watcher.close();
  };
}

/** Numbers of inodes are used again, so the time of birth is told as well. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}
