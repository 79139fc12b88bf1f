import type { Viewer } from "../../../domain/access";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { removeSearch } from "./savedSearchQueries";

/** Deletes a search of the viewer's own. Throws not_found for any other. */
export async function deleteSearch(
  { database }: Pick<Context, "database">,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  const own = { user_id: viewer.userId, id };
  if (!(await removeSearch(database.kysely, own))) throw failure("not_found");
}
