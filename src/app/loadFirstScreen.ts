import { requestEarly } from "../providers/http";
import { sessionStore } from "../providers/session";
import { bootWorkspace } from "../providers/workspace";
import { loadLoginPage, loadSignedIn } from "./programs";
import { loadListingPage, loadLotScreen } from "./screens";

/** After the login is drawn and the browser has nothing better to do. */
const whenIdle = (work: () => void) => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, 2000);
};

/** Begins what the first screen needs, all at once, beside the texts. */
export function loadFirstScreen(): void {
  if (sessionStore.get().status === "anonymous") {
    void loadLoginPage().then(() => {
      whenIdle(() => void loadSignedIn());
    });
    return;
  }
  void loadSignedIn();
  const workspace = bootWorkspace();
  if (workspace)
    void import("./beginFirstCalls").then(({ beginFirstCalls }) => {
      beginFirstCalls(workspace, location);
    });
  else requestEarly("/workspace");
  const isRow = /\/\d+$/.test(location.pathname);
  if (isRow) void loadLotScreen();
  else if (location.pathname !== "/profile") void loadListingPage();
}
