import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { followSession } from "./app/followSession";
import { loadFirstScreen } from "./app/loadFirstScreen";
import { currentLanguage } from "./providers/i18n/language";
import { loadMessages } from "./providers/i18n/messages";
import { startSession } from "./providers/session";
import { followTheme } from "./theme/theme";
import "./theme/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the program.");

const language = currentLanguage();
followTheme();
followSession();
void startSession();
loadFirstScreen();

const messages = await loadMessages(language);
createRoot(root).render(<App language={language} messages={messages} />);
