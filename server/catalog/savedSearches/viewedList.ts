import { isAllowed, type Viewer } from "../../../domain/access";
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

/**
 * The list whose searches are saved under a type, cut to its viewer; null when
 * there is none that the viewer may see.
 */
export function viewedList(
  { workspace, schemas }: Declared,
  viewer: Viewer,
  type: string,
): ViewedList | null {
  for (const declared of workspace.resources()) {
    if (savedType(declared) !== type) continue;
    const row = schemas.row(declared.row);
    const resource = visibleResource(declared, row, viewer);
    if (resource) return { resource, row };
  }
  return null;
}

/** The types of all lists that the viewer may see. */
export const viewedTypes = (
  { workspace }: Pick<Declared, "workspace">,
  viewer: Viewer,
): string[] =>
  workspace
    .resources()
    .filter(({ access }) => isAllowed(access, viewer))
    .map(savedType);
