import type { AreaModule } from "../workspace/area";
import { checkMapping } from "./checkMapping";
import { findExtraImages } from "./extraImages";

export { runOnServer } from "./commandClient";
export { serveCommands } from "./commandServer";
export { FeedError } from "./feedError";
export { runImportCommand } from "./importCommand";
export { importFeed, importRows, type ImportContext } from "./importRows";
export { runOnData } from "./runOnData";

/** Imports of lots from the feeds that files declare. */
export const feed: AreaModule = {
  name: "feed",
  checks: [
    // A feed fills the fields of rows, so it is checked with their schemas.
    ({ sources, schemas, areSchemasPartial }) =>
      sources.feeds.flatMap((file) =>
        checkMapping(file, schemas, { areSchemasPartial }),
      ),
  ],
  open: ({ declarations }) => ({
    ports: {
      extraImagesOf: (lot, signal) =>
        findExtraImages(declarations.current().sources.feeds, lot, {
          environment: process.env,
          signal,
        }),
    },
  }),
};
