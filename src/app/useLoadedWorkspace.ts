import { useEffect, useRef, useState } from "react";
import type { Language } from "../../domain/limits";
import { followWorkspace } from "../providers/followWorkspace";
import type { Messages } from "../providers/i18n/useT";
import { sessionStore, type Session } from "../providers/session";
import {
  bootWorkspace,
  loadWorkspace,
  type Workspace,
} from "../providers/workspace";

type Loaded = { userId: string; workspace?: Workspace; error?: unknown };

const userIdOf = (session: Session): string | undefined =>
  session.status === "authenticated" ? session.viewer.userId : undefined;

/** Returns the workspace that the page carries, without a call. */
function loadedAtBoot(session: Session): Loaded | null {
  const userId = userIdOf(session);
  const workspace = userId === undefined ? null : bootWorkspace();
  return userId !== undefined && workspace ? { userId, workspace } : null;
}

/**
 * Loads the workspace of the signed-in user, and keeps workspace and texts up
 * to date while the server's declarations change.
 */
export function useLoadedWorkspace(options: {
  session: Session;
  language: Language;
  onMessages: (messages: Messages) => void;
}): {
  workspace?: Workspace;
  error?: unknown;
  retry: () => void;
} {
  const { session, language, onMessages } = options;
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

  const latest = useRef<Workspace>(undefined);
  const isOwnServer = current?.workspace?.isOwnServer ?? false;
  useEffect(() => {
    latest.current = current?.workspace;
  });
  useEffect(() => {
    const workspace = latest.current;
    if (!userId || !isOwnServer || !workspace) return;
    return followWorkspace({
      workspace,
      language,
      onWorkspace: (next) => {
        setLoaded({ userId, workspace: next });
      },
      onMessages,
    });
  }, [userId, isOwnServer, language, onMessages]);

  return {
    workspace: current?.workspace,
    error: current?.error,
    retry: () => {
      setLoaded(null);
      setAttempt(attempt + 1);
    },
  };
}
