import { hydrate, type Query, type QueryClient } from "@tanstack/react-query";
import type { Workspace } from "../createWorkspace";
import { unreachedStore } from "../events";
import { isSignedInAs, sessionStore } from "../session";
import { latestDeclared } from "../workspace";
import { keepAnswers, readKept, type KeptAnswer } from "./keptAnswers";
import { sessionName, workspaceName } from "./restoreSession";

/** Answers that come together are kept together. */
const gatherMs = 1_000;

/** The methods of a list's queries that are kept: its rows and the choices of its filters. */
const ofLists = new Set(["getList", "getInfiniteList", "facets"]);

/**
 * Returns whether a query has rows of a list that is declared to be readable offline, or
 * one row in full.
 */
export function isKept(
  { queryKey }: Pick<Query, "queryKey">,
  { resources }: Pick<Workspace, "resources">,
): boolean {
  const [first, second] = queryKey;
  const list =
    (first === "row" || first === "detail") && queryKey.length === 3
      ? second
      : ofLists.has(String(second))
        ? first
        : undefined;
  return resources.some(({ name, offline }) => offline && name === list);
}

/**
 * Keeps what the user reads for a time without a connection, and puts it back when the
 * server cannot be reached. Ends with `signal`. Failures of the browser's database are
 * left alone: the page then works as without it.
 */
export function keepQueries(options: {
  queryClient: QueryClient;
  workspace: () => Workspace;
  userId: string;
  signal: AbortSignal;
  now?: () => number;
}): void {
  const { queryClient, workspace, userId, signal, now = Date.now } = options;
  if (signal.aborted) return;
  const cache = queryClient.getQueryCache();
  const changed = new Set<Query>(cache.getAll());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keep = async () => {
    timer = undefined;
    const queries = [...changed].filter(
      (query) => query.state.status === "success" && isKept(query, workspace()),
    );
    changed.clear();
    // A late write must not bring back what the sign-out has removed.
    if (signal.aborted || !isSignedInAs(userId)) return;
    const answers = [...ownAnswers(now()), ...queries.map(answerOf)];
    await keepAnswers(userId, answers, now()).catch(() => undefined);
  };
  const keepSoon = () => {
    timer ??= setTimeout(() => void keep(), gatherMs);
  };
  const restore = async () => {
    const kept = await readKept(userId, now()).catch(() => []);
    if (signal.aborted || !isSignedInAs(userId)) return;
    hydrate(
      queryClient,
      { queries: kept.flatMap(queryOf), mutations: [] },
      // Nothing could read an unused answer again.
      { defaultOptions: { queries: { gcTime: Infinity } } },
    );
  };
  const follow = () => {
    if (unreachedStore.get() || !navigator.onLine) void restore();
  };

  const stopCache = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    changed.add(event.query as Query);
    keepSoon();
  });
  const stopSession = sessionStore.subscribe(keepSoon);
  const stopReach = unreachedStore.subscribe(follow);
  addEventListener("offline", follow, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stopCache();
    stopSession();
    stopReach();
  });
  keepSoon();
  follow();
}

/** Returns the profile and the declarations, without which no page can be drawn. */
function ownAnswers(readAt: number): KeptAnswer[] {
  const session = sessionStore.get();
  const workspace = latestDeclared();
  if (session.status !== "authenticated" || !workspace) return [];
  const { detail, balanceInfo, permission } = session;
  const profile = { success: true, detail, balanceInfo, permission };
  return [
    { name: sessionName, readAt, value: profile },
    { name: workspaceName, readAt, value: workspace },
  ];
}

const queryPrefix = "query ";

const answerOf = ({ queryHash, queryKey, state }: Query): KeptAnswer => ({
  name: queryPrefix + queryHash,
  readAt: state.dataUpdatedAt,
  value: { queryKey, data: state.data },
});

/** Returns a kept answer as a query of the cache, at the time of its reading. */
function queryOf({ name, readAt, value }: KeptAnswer) {
  if (!name.startsWith(queryPrefix)) return [];
  const { queryKey, data } = value as { queryKey: unknown[]; data: unknown };
  return [
    {
      queryKey,
      queryHash: name.slice(queryPrefix.length),
      dehydratedAt: readAt,
      state: {
        data,
        dataUpdateCount: 1,
        dataUpdatedAt: readAt,
        error: null,
        errorUpdateCount: 0,
        errorUpdatedAt: 0,
        fetchFailureCount: 0,
        fetchFailureReason: null,
        fetchMeta: null,
        isInvalidated: false,
        status: "success" as const,
        fetchStatus: "idle" as const,
      },
    },
  ];
}
