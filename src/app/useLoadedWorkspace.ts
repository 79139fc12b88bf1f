import { useEffect, useRef, useState } from "react";
import type { Language } from "../../domain/limits";
import { followWorkspace } from "../providers/followWorkspace";
import type { Messages } from "../providers/i18n/keys";
import { sessionStore, type Session } from "../providers/session";
import { loadWorkspace, type Workspace } from "../providers/workspace";

type Loaded = { userId: string; workspace?: Workspace; error?: unknown };

/**
 * The workspace of whoever is signed in, loaded once for each user and from
 * then on as the server has it; so are the texts.
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
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  const userId =
    session.status === "authenticated" ? session.viewer.userId : undefined;

  useEffect(() => {
    const present = sessionStore.get();
    if (!userId || present.status !== "authenticated") return;
    let isWanted = true;
    loadWorkspace(present.viewer).then(
      (workspace) => {
        if (isWanted) setLoaded({ userId, workspace });
      },
      (error: unknown) => {
        if (isWanted) setLoaded({ userId, error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [userId, attempt]);

  const current = loaded?.userId === userId ? loaded : null;
  const first = useRef<Workspace>(undefined);
  const isServed = current?.workspace?.capabilities.liveEvents ?? false;
  useEffect(() => {
    first.current = current?.workspace;
  });
  useEffect(() => {
    const workspace = first.current;
    if (!userId || !isServed || !workspace) return;
    return followWorkspace({
      workspace,
      language,
      onWorkspace: (next) => {
        setLoaded({ userId, workspace: next });
      },
      onMessages,
    });
  }, [userId, isServed, language, onMessages]);

  return {
    workspace: current?.workspace,
    error: current?.error,
    retry: () => {
      setLoaded(null);
      setAttempt(attempt + 1);
    },
  };
}
