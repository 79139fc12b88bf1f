import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { followSession } from "./app/followSession";
import { loadFirstScreen } from "./app/loadFirstScreen";
import { loadConfiguration } from "./providers/configuration";
import { currentLanguage } from "./providers/i18n/language";
import { loadMessages } from "./providers/i18n/messages";
import { startSession } from "./providers/session";
import { followTheme } from "./theme/theme";
import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/noto-sans-jp/index.css";
import "./theme/base.css";

/** After this time the splash is shown until the first screen has loaded. */
const splashDelayMs = 300;

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");

const language = currentLanguage();
followTheme();
followSession();
void startSession();
// `boot.js` preloads the file. Pages with boot data may call the API only later.
loadConfiguration().catch(() => undefined);

const firstScreen = Promise.race([
  loadFirstScreen(),
  new Promise((resolve) => setTimeout(resolve, splashDelayMs)),
]);

Promise.all([loadMessages(language), firstScreen]).then(
  ([messages]) => {
    createRoot(root).render(<App language={language} messages={messages} />);
  },
  () => {
    document.getElementById("failure")?.removeAttribute("hidden");
  },
);
