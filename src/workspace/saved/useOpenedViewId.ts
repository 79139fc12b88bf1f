import { useSyncExternalStore } from "react";
import { createEmitter } from "../../providers/store";
import { isReadOnly } from "../../providers/readOnly";
import { useSession } from "../../providers/session";

const changed = createEmitter();

/** Browsers may forbid storage, and read-only pages do not use it. */
const openedHere = new Map<string, string>();

function read(key: string): string | undefined {
  if (isReadOnly()) return openedHere.get(key);
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return openedHere.get(key);
  }
}

function write(key: string, id: string): void {
  openedHere.set(key, id);
  try {
    if (!isReadOnly()) sessionStorage.setItem(key, id);
  } catch {
    // The page remembers.
  }
  changed.emit();
}

/**
 * Returns the id of the view that is open in a list of this tab: empty without one,
 * undefined if the list has not been opened in this tab.
 */
export function useOpenedViewId(
  list: string,
): [id: string | undefined, setId: (id: string) => void] {
  const session = useSession();
  const userId =
    session.status === "authenticated" ? session.viewer.userId : "";
  const key = `seriba.view.${userId}.${list}`;
  const id = useSyncExternalStore(changed.subscribe, () => read(key));
  return [
    id,
    (opened) => {
      write(key, opened);
    },
  ];
}
