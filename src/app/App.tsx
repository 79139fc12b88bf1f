import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { Language } from "../../domain/limits";
import type { Messages, Translate } from "../providers/i18n/keys";
import { translateIn } from "../providers/i18n/messages";
import { TranslateProvider } from "../providers/i18n/useT";
import { startSession, useSession } from "../providers/session";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { ErrorNotice } from "../ui/ErrorNotice";
import { PageFailure } from "../layout/PageFailure";
import { loadLoginPage, loadSignedIn } from "./programs";
import { Splash } from "./Splash";
import { useLoadedWorkspace } from "./useLoadedWorkspace";

const SignedIn = lazy(loadSignedIn);
const LoginPage = lazy(loadLoginPage);

type AppProps = { language: Language; messages: Messages };

/** The program: the login for a visitor, the signed-in app for a user. */
export function App({ language, messages: first }: AppProps) {
  const [messages, setMessages] = useState(first);
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
      <ErrorBoundary fallback={() => <PageFailure />}>
        <Suspense fallback={<Splash />}>
          <Screen
            language={language}
            messages={messages}
            onMessages={onMessages}
          />
        </Suspense>
      </ErrorBoundary>
    </TranslateProvider>
  );
}

function Screen({
  language,
  messages,
  onMessages,
}: AppProps & { onMessages: (messages: Messages) => void }) {
  const session = useSession();
  const { workspace, error, retry } = useLoadedWorkspace({
    session,
    language,
    onMessages,
  });
  if (session.status === "anonymous")
    return <LoginPage onSubmit={() => void loadSignedIn()} />;
  if (session.status !== "authenticated")
    return (
      <Splash>
        {session.error !== undefined && (
          <ErrorNotice
            error={session.error}
            onRetry={() => void startSession()}
          />
        )}
      </Splash>
    );
  if (!workspace)
    return (
      <Splash>
        {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      </Splash>
    );
  return (
    <SignedIn language={language} messages={messages} workspace={workspace} />
  );
}
