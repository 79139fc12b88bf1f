import { CoreAdminContext, localStorageStore } from "react-admin";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { BrowserRouter } from "react-router";
import type { Language } from "../../domain/limits";
import { SessionExpired } from "../identity/SessionExpired";
import { createDataProvider } from "../providers/dataProvider";
import { createI18nProvider } from "../providers/i18n/i18nProvider";
import {
  type Messages,
  type Translate,
  TranslateProvider,
} from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { readingWorkspace } from "../providers/readingWorkspace";
import { WorkspaceProvider, type Workspace } from "../providers/workspace";
import "../providers/historyGuard";
import { AppRoutes } from "./AppRoutes";
import {
  followOwnTab,
  preferencesKey,
  preferencesVersion,
  removeSharedPreferences,
} from "./preferences";
import { takeQueryClient } from "./queryClient";
import { useBackgroundWork, useRenewedLists } from "./useBackgroundWork";

type SignedInProps = {
  language: Language;
  messages: Messages;
  workspace: Workspace;
};

/**
 * The app for signed-in users: react-admin's headless core and our layout.
 * react-admin gets no auth provider: it would log out on a 401, but the
 * session-expired dialog lets the user continue.
 */
export default function SignedIn({
  language,
  messages,
  workspace,
}: SignedInProps) {
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
            <SessionExpired />
          </WorkspaceProvider>
        </TranslateProvider>
      </CoreAdminContext>
    </BrowserRouter>
  );
}
