import type { Viewer } from "../../../domain/access";
import { savedType } from "../../../domain/listing/savedSearch";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import type { Context } from "../../workspace/context";

/** What is declared, of which only this is read. */
export type Declared = {
  workspace: Pick<Context["workspace"], "resources">;
  schemas: Pick<Context["schemas"], "row">;
};

/** A list's declaration cut to a viewer, and its row. */
export type ViewedList = { resource: Resource; row: RowSchema };

/** What the viewer sees of a list; null when that is nothing. */
function viewed(
  { schemas }: Declared,
  viewer: Viewer,
  declared: Resource,
): ViewedList | null {
  const row = schemas.row(declared.row);
  const resource = visibleResource(declared, row, viewer);
  return resource && { resource, row };
}

/**
 * The list whose searches are saved under a type, cut to its viewer; null when
 * there is none that the viewer may see.
 */
export function viewedList(
  context: Declared,
  viewer: Viewer,
  type: string,
): ViewedList | null {
  for (const declared of context.workspace.resources()) {
    if (savedType(declared) !== type) continue;
    const list = viewed(context, viewer, declared);
    if (list) return list;
  }
  return null;
}

/** The types of all lists that the viewer may see. */
export const viewedTypes = (context: Declared, viewer: Viewer): string[] =>
  context.workspace
    .resources()
    .filter((declared) => viewed(context, viewer, declared) !== null)
    .map(savedType);
