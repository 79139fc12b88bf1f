import type { Viewer } from "../../../domain/access";
import { savedType } from "../../../domain/listing/savedSearch";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import type { Context } from "../../workspace/context";
import { countSearches } from "./savedSearchQueries";

/** The declarations that saved searches depend on. */
export type Declared = {
  workspace: Pick<Context["workspace"], "resources">;
  schemas: Pick<Context["schemas"], "row">;
};

/** The declaration of a list cut to its viewer, with its row schema. */
export type ViewedList = { resource: Resource; row: RowSchema };

const viewedLists = (
  { workspace, schemas }: Declared,
  viewer: Viewer,
): ViewedList[] =>
  workspace.resources().flatMap((declared) => {
    const row = schemas.row(declared.row);
    const resource = visibleResource(declared, row, viewer);
    return resource ? [{ resource, row }] : [];
  });

/**
 * Returns the list whose searches are saved under `type`, cut to its viewer;
 * null when the viewer sees no such list.
 */
export const viewedList = (
  context: Declared,
  viewer: Viewer,
  type: string,
): ViewedList | null =>
  viewedLists(context, viewer).find(
    ({ resource }) => savedType(resource) === type,
  ) ?? null;

/** Counts the viewer's saved searches of all lists that the viewer sees. */
export const countSavedSearches = (
  context: Pick<Context, "database"> & Declared,
  viewer: Viewer,
): Promise<number> =>
  countSearches(context.database.kysely, {
    userId: viewer.userId,
    types: viewedLists(context, viewer).map(({ resource }) =>
      savedType(resource),
    ),
  });
