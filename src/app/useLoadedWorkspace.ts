import { useCallback, useEffect, useState } from "react";
import { sessionStore, type Session } from "../providers/session";
import {
  bootWorkspace,
  loadWorkspace,
  type Workspace,
} from "../providers/workspace";

type Loaded = { userId: string; workspace?: Workspace; error?: unknown };

const userIdOf = (session: Session): string | undefined =>
  session.status === "authenticated" && !session.detail.needsFactor
    ? session.viewer.userId
    : undefined;

/** Returns the workspace that the page carries, without a call. */
function loadedAtBoot(session: Session): Loaded | null {
  const userId = userIdOf(session);
  const workspace = userId === undefined ? null : bootWorkspace();
  return userId !== undefined && workspace ? { userId, workspace } : null;
}

/**
 * Loads the workspace of the signed-in user. `replace` sets a newer workspace of the same
 * user.
 */
export function useLoadedWorkspace(session: Session): {
  workspace?: Workspace;
  error?: unknown;
  retry: () => void;
  replace: (workspace: Workspace) => void;
} {
  const [loaded, setLoaded] = useState(() => loadedAtBoot(session));
  const [attempt, setAttempt] = useState(0);
  const userId = userIdOf(session);
  const current = loaded?.userId === userId ? loaded : null;
  const isNeeded = userId !== undefined && current === null;

  useEffect(() => {
    const present = sessionStore.get();
    if (!isNeeded || present.status !== "authenticated") return;
    let isCancelled = false;
    const set = (result: Omit<Loaded, "userId">) => {
      if (!isCancelled) setLoaded({ userId, ...result });
    };
    loadWorkspace(present.viewer).then(
      (workspace) => {
        set({ workspace });
      },
      (error: unknown) => {
        set({ error });
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [userId, isNeeded, attempt]);

  const replace = useCallback(
    (workspace: Workspace) => {
      if (userId !== undefined) setLoaded({ userId, workspace });
    },
    [userId],
  );

  return {
    workspace: current?.workspace,
    replace,
    error: current?.error,
    retry: () => {
      setLoaded(null);
      setAttempt(attempt + 1);
    },
  };
}
