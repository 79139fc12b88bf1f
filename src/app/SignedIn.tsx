import { CoreAdminContext, localStorageStore } from "react-admin";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  Suspense,
} from "react";
import {
  BrowserRouter,
  Navigate,
  Route,
  Routes,
  useLocation,
} from "react-router";
import type { Language } from "../../domain/limits";
import { SessionExpired } from "../identity/SessionExpired";
import { StepUp } from "../identity/StepUp";
import { createDataProvider } from "../providers/dataProvider";
import { followWorkspace } from "../providers/followWorkspace";
import { createI18nProvider } from "../providers/i18n/i18nProvider";
import {
  type Messages,
  type Translate,
  TranslateProvider,
} from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { readingWorkspace } from "../providers/readingWorkspace";
import {
  WorkspaceProvider,
  type Workspace,
  useWorkspace,
} from "../providers/workspace";
import "../providers/historyGuard";
import {
  followOwnTab,
  preferencesKey,
  preferencesVersion,
  removeSharedPreferences,
} from "./preferences";
import { takeQueryClient } from "./queryClient";
import { useBackgroundWork, useRenewedLists } from "./useBackgroundWork";
import { MainLayout } from "../layout/MainLayout";
import { useStoreValue } from "../providers/store";
import { comparedRows } from "../workspace/compare/comparedRows";
import { routerPath } from "./matchPath";
import { menuPages, pageAt, pagesOf } from "./pages";
import { preloadableDialog } from "../ui/DialogFailure";
import { preloadable } from "../ui/preloadable";
import { whenIdle } from "../ui/whenIdle";

type SignedInProps = {
  language: Language;
  messages: Messages;
  workspace: Workspace;
  /** Gets the workspace and the texts again when the server's declarations change. */
  onWorkspace: (workspace: Workspace) => void;
  onMessages: (messages: Messages) => void;
};

const [EnrolmentPage] = preloadable(
  () => import("../identity/security/EnrolmentPage"),
);

/** The app for signed-in users; a user who must set up a second factor has no workspace. */
export default function SignedIn({
  workspace,
  ...props
}: Omit<SignedInProps, "workspace"> & { workspace: Workspace | undefined }) {
  if (!workspace) return <EnrolmentPage />;
  return <SignedInApp {...props} workspace={workspace} />;
}

/**
 * React-admin's headless core and our layout.
 * react-admin gets no auth provider: it would log out on a 401, but the
 * session-expired dialog lets the user continue.
 */
function SignedInApp(props: SignedInProps) {
  const { language, messages, workspace } = props;
  const { userId } = useSignedIn().viewer;
  const [queryClient] = useState(takeQueryClient);
  const [preferences] = useState(() => {
    removeSharedPreferences();
    return followOwnTab(
      localStorageStore(preferencesVersion, preferencesKey(userId)),
    );
  });
  const dataProvider = useMemo(
    () => createDataProvider(workspace),
    [workspace],
  );
  const i18nProvider = useMemo(
    () => createI18nProvider(language, messages),
    [language, messages],
  );
  const reading = useMemo(
    () => readingWorkspace(workspace, language),
    [workspace, language],
  );
  const translate = useCallback<Translate>(
    (key, values) => i18nProvider.translate(key, values),
    [i18nProvider],
  );

  useBackgroundWork({
    queryClient,
    dataProvider,
    workspace,
    store: preferences,
  });
  const shown = useRef(workspace);
  useEffect(() => {
    if (shown.current === workspace) return;
    shown.current = workspace;
    // Loaded rows may lack new fields or contain fields that are now hidden.
    void queryClient.invalidateQueries();
  }, [queryClient, workspace]);
  useRenewedLists({ queryClient, dataProvider, workspace });
  useFollowedWorkspace(props);

  return (
    <BrowserRouter>
      <CoreAdminContext
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={preferences}
      >
        <TranslateProvider value={translate}>
          <WorkspaceProvider value={reading}>
            <AppRoutes />
            <StepUp />
            <SessionExpired />
          </WorkspaceProvider>
        </TranslateProvider>
      </CoreAdminContext>
    </BrowserRouter>
  );
}

/** Keeps workspace and texts up to date while the page is open. */
function useFollowedWorkspace({
  workspace,
  language,
  onWorkspace,
  onMessages,
}: SignedInProps): void {
  const latest = useRef(workspace);
  useEffect(() => {
    latest.current = workspace;
  });
  const { isOwnServer } = workspace;
  useEffect(
    () =>
      isOwnServer
        ? followWorkspace({
            workspace: latest.current,
            language,
            onWorkspace,
            onMessages,
          })
        : undefined,
    [isOwnServer, language, onWorkspace, onMessages],
  );
}

const [CompareTray] = preloadable(
  () => import("../workspace/compare/CompareTray"),
);

const [Palette, preloadPalette] = preloadableDialog(
  () => import("../workspace/palette/Palette"),
);

/** Draws the page at the present address, from the table of pages. */
export function AppRoutes() {
  const workspace = useWorkspace();
  const { viewer } = useSignedIn();
  const { pathname } = useLocation();
  const pages = useMemo(() => pagesOf(workspace, viewer), [workspace, viewer]);
  const menu = useMemo(() => menuPages(workspace, viewer), [workspace, viewer]);
  // Kept by the service worker, so that the palette also opens without a connection.
  useEffect(() => whenIdle(preloadPalette), []);
  const isComparing = useStoreValue(comparedRows).length > 0;
  const page = pageAt(pages, pathname);
  // The same element on each change of the query: the page decides what it draws again.
  const element = useMemo(
    () => ("redirect" in page ? null : page.render()),
    [page],
  );
  if ("redirect" in page) return <Navigate to={page.redirect} replace />;
  const route = <Route path={routerPath(page.path)} element={element} />;
  if (page.layout === "none")
    return (
      <Suspense fallback={null}>
        <Routes>{route}</Routes>
      </Suspense>
    );
  return (
    <Routes>
      <Route
        element={
          <MainLayout
            pages={menu}
            Palette={Palette}
            tray={
              isComparing && (
                <Suspense fallback={null}>
                  <CompareTray />
                </Suspense>
              )
            }
          />
        }
      >
        {route}
      </Route>
    </Routes>
  );
}
