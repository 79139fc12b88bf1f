import type { Viewer } from "../../../domain/access";
import type { Context } from "../../workspace/context";
import { countSearches } from "./savedSearchQueries";
import { viewedTypes, type Declared } from "./viewedList";

/** How many searches the viewer has saved of the lists that are seen. */
export const countSavedSearches = (
  context: Pick<Context, "database"> & Declared,
  viewer: Viewer,
): Promise<number> =>
  countSearches(context.database.kysely, {
    userId: viewer.userId,
    types: viewedTypes(context, viewer),
  });
