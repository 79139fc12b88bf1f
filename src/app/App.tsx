import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { Language } from "../../domain/limits";
import { PageFailure } from "../layout/PageFailure";
import {
  type Messages,
  type Translate,
  TranslateProvider,
} from "../providers/i18n/useT";
import { translateIn } from "../providers/i18n/messages";
import { startSession, useSession } from "../providers/session";
import { PartBoundary } from "../ui/PartBoundary";
import { preloadSignedIn, SignedIn } from "./loadFirstScreen";
import { pageForAllAt, visitorPageAt } from "./publicPages";
import { useLoadedWorkspace } from "./useLoadedWorkspace";
import { whenIdle } from "../ui/whenIdle";
import { Splash } from "./Splash";

type AppProps = { language: Language; messages: Messages };

/** The whole program: the login page for visitors, the app for users. */
export function App({ language, messages: firstMessages }: AppProps) {
  const [messages, setMessages] = useState(firstMessages);
  const onMessages = useCallback((next: Messages) => {
    setMessages((present) =>
      JSON.stringify(present) === JSON.stringify(next) ? present : next,
    );
  }, []);
  const translate = useMemo<Translate>(
    () => (key, values) => translateIn(messages, key, values),
    [messages],
  );
  return (
    <TranslateProvider value={translate}>
      <PartBoundary Failure={PageFailure}>
        <Suspense fallback={<Splash />}>
          <Screen
            language={language}
            messages={messages}
            onMessages={onMessages}
          />
        </Suspense>
      </PartBoundary>
    </TranslateProvider>
  );
}

function Screen({
  language,
  messages,
  onMessages,
}: AppProps & { onMessages: (messages: Messages) => void }) {
  const session = useSession();
  const { status } = session;
  const { workspace, error, retry, replace } = useLoadedWorkspace(session);
  useEffect(
    // After the first paint, so that it does not delay the login page.
    () => (status === "anonymous" ? whenIdle(preloadSignedIn) : undefined),
    [status],
  );

  const [PageForAll] = pageForAllAt(location.pathname)?.page ?? [];
  if (PageForAll) return <PageForAll />;
  if (status === "anonymous") {
    const [VisitorPage] = visitorPageAt(location.pathname).page;
    return <VisitorPage />;
  }
  if (status !== "authenticated")
    return <Splash error={session.error} onRetry={() => void startSession()} />;
  if (!workspace && !session.detail.needsFactor)
    return <Splash error={error} onRetry={retry} />;
  return (
    <SignedIn
      language={language}
      messages={messages}
      workspace={workspace}
      onWorkspace={replace}
      onMessages={onMessages}
    />
  );
}
