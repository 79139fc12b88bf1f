import { useEffect, useState } from "react";
import { sessionStore, type Session } from "../providers/session";
import { loadWorkspace, type Workspace } from "../providers/workspace";

type Loaded = { userId: string; workspace?: Workspace; error?: unknown };

/** The workspace of whoever is signed in, loaded once for each user. */
export function useLoadedWorkspace(session: Session): {
  workspace?: Workspace;
  error?: unknown;
  retry: () => void;
} {
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
  return {
    workspace: current?.workspace,
    error: current?.error,
    retry: () => {
      setLoaded(null);
      setAttempt(attempt + 1);
    },
  };
}
