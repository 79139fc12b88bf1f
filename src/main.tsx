import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { followSession } from "./app/followSession";
import { loadFirstScreen } from "./app/loadFirstScreen";
import { Splash, splashDelayMs } from "./app/Splash";
import { whenIdle } from "./ui/whenIdle";
import { loadConfiguration } from "./providers/configuration";
import { currentLanguage } from "./providers/i18n/language";
import { loadMessages } from "./providers/i18n/messages";
import { loadRecovery } from "./providers/loadModule";
import { startSession } from "./providers/session";
import { followTheme } from "./theme/theme";
import "@fontsource-variable/inter/index.css";
import "./theme/base.css";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no root element.");
const root = createRoot(container);

const language = currentLanguage();
followTheme();
followSession();
const session = startSession();
// Pages with boot data may call the API only later.
loadConfiguration().catch(() => undefined);

// Without a Suspense boundary, which would delay the screen by up to 300 ms. A page
// that the server has written shows its frame until the screen is ready.
const hasFrame = container.offsetHeight > 0;
const splash = setTimeout(() => {
  if (!hasFrame) root.render(<Splash />);
}, splashDelayMs);

Promise.all([loadMessages(language), loadFirstScreen(session)]).then(
  ([messages]) => {
    clearTimeout(splash);
    // A transition renders in short tasks, between which the page can respond.
    startTransition(() => {
      root.render(<App language={language} messages={messages} />);
    });
    // 80 KB of styles for texts in Japanese, which no screen begins with.
    whenIdle(() => import("@fontsource-variable/noto-sans-jp/index.css"));
    whenIdle(async () => {
      const { reportUncaughtErrors } = await loadRecovery();
      reportUncaughtErrors();
    });
  },
  () => {
    clearTimeout(splash);
    root.unmount();
    document.getElementById("failure")?.removeAttribute("hidden");
  },
);
