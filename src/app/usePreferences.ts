import type { Store } from "ra-core";
import { useEffect } from "react";
import { sessionStore } from "../providers/session";
import type { Workspace } from "../providers/workspace";
import { whenIdle } from "./whenIdle";

/**
 * Brings how lists are shown from the user's other browsers, once the first
 * screen is drawn; a server of the specification alone is not asked.
 */
export function usePreferences(store: Store, workspace: Workspace): void {
  const isServed = workspace.capabilities.preferences;
  const names = workspace.resources.map(({ name }) => name).join();
  useEffect(() => {
    const session = sessionStore.get();
    if (session.status !== "authenticated" || !isServed) return;
    const { userId } = session.viewer;
    const resources = names.split(",");
    const leaving = new AbortController();
    const { signal } = leaving;
    whenIdle(() => {
      if (signal.aborted) return;
      void import("../providers/preferences").then(({ syncPreferences }) =>
        syncPreferences({ store, resources, userId, signal }),
      );
    });
    return () => {
      leaving.abort();
    };
  }, [store, isServed, names]);
}
