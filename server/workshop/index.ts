import { countSearchesUsing } from "../catalog";
import type { AreaModule } from "../workspace/area";
import { draftedTiles } from "../workspace/dashboards";
import { answerDraft } from "../workspace/lists";
import { createOverlays, followOverlays } from "../workspace/overlay";
import { draftedLists } from "../workspace/records";
import { registerWorkshop } from "./routes";

export {
  exportCommand,
  exportPublished,
  type Exported,
} from "./exportPublished";

/** Edits of the declarations, which act while the program runs. */
export const workshop: AreaModule = {
  name: "workshop",
  open: (host) => {
    const { database, findLists, sourceOf } = host;
    const overlays = createOverlays(host);
    return {
      routes: (api) => {
        registerWorkshop(api, {
          context: host,
          overlays,
          areas: {
            answerDraft: (draft, request) =>
              answerDraft(draftedLists(draft, findLists))(draft, request),
            readDashboard: (context, request) =>
              draftedTiles(context, findLists, request),
            sourceOf,
            countSearches: (named) => countSearchesUsing(database, named),
          },
        });
      },
      start: () => followOverlays({ ...host, overlays }),
    };
  },
};
