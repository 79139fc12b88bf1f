import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  DataProviderContext,
  I18nContextProvider,
  memoryStore,
  StoreContextProvider,
  useI18nProvider,
  useLocaleState,
  type I18nProvider,
} from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { Toasts } from "../../layout/Toasts";
import { createDataProvider } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { refuseChanges } from "../../providers/storage";
import { WorkspaceProvider, useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Spinner } from "../../ui/Spinner";
import DashboardPage from "../../workspace/dashboard/DashboardPage";
import ListingPage from "../../workspace/page/ListingPage";
import type { Document } from "../document/draft";
import type { WorkspacePreviewBody } from "../../../generated/schemas";
import { dashboardPath } from "../../../domain/dashboard";
import type { Resource } from "../../../domain/resource";
import {
  createWorkspace,
  type Workspace,
  type DeclaredReply,
} from "../../providers/createWorkspace";
import { CallError, request } from "../../providers/http";
import { listen, send, type Shown } from "./messages";
import styles from "./preview.module.css";

/**
 * The page in the workshop's frame: the drafted list without menu or header. It
 * refuses everything that changes data, with a message.
 */
export default function PreviewPage() {
  const t = useT();
  const { name = "" } = useParams();
  const { shown, isStale: hasErrors } = useMessages();
  const {
    drafted,
    isStale: isRefused,
    error,
  } = useDraftedWorkspace(name, shown);
  const isStale = hasErrors || isRefused;
  useEffect(refuseChanges, []);
  return (
    <main className={styles.page} aria-label={t("workshop.preview.title")}>
      <div role="status">
        {isStale && (
          <p className={styles.stale}>{t("workshop.preview.stale")}</p>
        )}
        {!drafted && !isRefused && error === undefined && (
          <p>
            <Spinner size={18} /> {t("workshop.preview.waiting")}
          </p>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {drafted && (
        <div className={classes(isStale && styles.grey)}>
          <DraftedList drafted={drafted} name={name} />
        </div>
      )}
      <Toasts />
    </main>
  );
}

/** The list of a draft. Its rows stay until the rows of the next draft have loaded. */
function DraftedList({ drafted, name }: { drafted: Drafted; name: string }) {
  const t = useT();
  const { workspace, shown } = drafted;
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            networkMode: "always",
            refetchOnReconnect: true,
          },
        },
      }),
  );
  const [store] = useState(() => memoryStore());
  const dataProvider = useMemo(
    () => createDataProvider(workspace),
    [workspace],
  );
  const texts = usePreviewTexts(name, shown.document);
  useEffect(
    () => void queryClient.invalidateQueries(),
    [queryClient, workspace],
  );
  const resource = workspace.resources.find((entry) => entry.name === name);
  const dashboard = workspace.dashboards.find((entry) => entry.name === name);
  if (!resource && !dashboard) return <p>{t("workshop.preview.hidden")}</p>;
  return (
    <div
      onClickCapture={(event) => {
        // Links lead out of the preview, so they are disabled.
        if ((event.target as Element).closest("a[href]")) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <QueryClientProvider client={queryClient}>
        <DataProviderContext value={dataProvider}>
          <StoreContextProvider value={store}>
            <I18nContextProvider value={texts}>
              <WorkspaceProvider value={workspace}>
                {dashboard && <DashboardPage dashboard={dashboard} />}
                {resource && <ListingPage resource={resource} />}
              </WorkspaceProvider>
            </I18nContextProvider>
          </StoreContextProvider>
        </DataProviderContext>
      </QueryClientProvider>
    </div>
  );
}

/** Receives what to show from the workshop around this page. */
function useMessages(): { shown: Shown | null; isStale: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const stop = listen(
      () => parent,
      (message) => {
        if (message.kind === "seriba.preview.show") setShown(message);
        if (message.kind === "seriba.preview.stale") setStale(message.isStale);
      },
    );
    send(parent, { kind: "seriba.preview.ready" });
    return stop;
  }, []);
  return { shown, isStale };
}

/** Returns the texts of the page with the labels of the draft. */
function usePreviewTexts(name: string, document: Document): I18nProvider {
  const provider = useI18nProvider();
  const [locale] = useLocaleState();
  return useMemo(() => {
    const labels = document.labels[locale === "ru" ? "ru" : "en"];
    const prefixes = [`resources.${name}.`, `dashboards.${name}.`];
    return {
      ...provider,
      translate: (key: string, options: { _?: string } = {}) => {
        const prefix = prefixes.find((start) => key.startsWith(start));
        if (prefix === undefined) return provider.translate(key, options);
        return labels[key.slice(prefix.length)] ?? options._ ?? key;
      },
    };
  }, [provider, locale, name, document]);
}

type Drafted = {
  workspace: Workspace;
  /** The draft and viewer that it was created for. */
  shown: Shown;
};

/**
 * Returns the workspace of a draft as the simulated viewer would get it. Its
 * list calls are answered from the draft. If the server finds errors, the last
 * workspace without errors stays.
 */
function useDraftedWorkspace(
  name: string,
  shown: Shown | null,
): { drafted: Drafted | null; isStale: boolean; error: unknown } {
  const { row } = useWorkspace();
  const [drafted, setDrafted] = useState<Drafted | null>(null);
  const [failed, setFailed] = useState<{
    of: Shown;
    error: unknown;
  } | null>(null);
  useEffect(() => {
    if (!shown) return;
    const controller = new AbortController();
    const { signal } = controller;
    draftedWorkspace(name, { shown, signal }).then(
      (workspace) => {
        if (!signal.aborted) setDrafted({ workspace, shown });
      },
      (error: unknown) => {
        if (!signal.aborted) setFailed({ of: shown, error });
      },
    );
    return () => controller.abort();
  }, [name, shown, row]);
  const error = failed && failed.of === shown ? failed.error : undefined;
  const isInvalid = error instanceof CallError && error.status === 422;
  const shownError = isInvalid ? undefined : error;
  return { drafted, isStale: isInvalid, error: shownError };
}

async function draftedWorkspace(
  resource: string,
  { shown, signal }: { shown: Shown; signal: AbortSignal },
): Promise<Workspace> {
  const { document, as } = shown;
  const call = <Reply,>(
    path: string,
    query: WorkspacePreviewBody["query"],
    signal?: AbortSignal,
  ) => {
    const body = { resource, document, as, path, query };
    return request<Reply>("/workspace/preview", {
      method: "POST",
      isRead: true,
      body,
      signal,
    });
  };
  const reply = await call<DeclaredReply>("/workspace", {}, signal);
  // The page refuses changes; without actions it does not offer these either.
  const resources = reply.resources.map((shown): Resource => ({
    ...shown,
    actions: undefined,
  }));
  const { dashboards = [] } = reply;
  // A dashboard alone is drafted, not the lists behind its tiles.
  const drafted = new Set(
    dashboards.length > 0 ? [dashboardPath] : resources.flatMap(pathsOf),
  );
  return createWorkspace({
    resources,
    dashboards,
    schemas: reply.schemas,
    routes: reply.routes,
    viewerVersion: reply.viewerVersion,
    declarationsHash: reply.declarationsHash,
    isOwnServer: true,
    call: (path, options) => {
      // Other calls, such as saved searches, are not part of the draft.
      if (!drafted.has(path)) return request(path, options);
      const { query = {}, signal: callSignal } = options;
      return call(path, query, callSignal);
    },
  });
}

/** Returns the paths of the calls for rows, facets and options of a list. */
const pathsOf = ({ calls }: Resource): string[] =>
  [calls.list, calls.facets, ...Object.values(calls.options ?? {})].flatMap(
    (call) => call?.path ?? [],
  );
