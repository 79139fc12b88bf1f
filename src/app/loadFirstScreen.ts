import { sessionStore } from "../providers/session";
import { beginWorkspace, bootWorkspace } from "../providers/workspace";
import { loadLoginPage, loadSignedIn } from "./programs";
import { loadListingPage, loadLotScreen } from "./screens";
import { whenIdle } from "./whenIdle";

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
  else beginWorkspace();
  const isRow = /\/\d+$/.test(location.pathname);
  if (isRow) void loadLotScreen();
  else if (location.pathname !== "/profile") void loadListingPage();
}
