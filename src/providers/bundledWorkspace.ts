import type { Viewer } from "../../domain/access";
import type { Resource, RowSchema } from "../../domain/resource";
import { visibleResource } from "../../domain/visible";
import { createWorkspace, type Workspace } from "./createWorkspace";

const declarations = import.meta.glob<Resource>("../../resources/*.json", {
  eager: true,
  import: "default",
});
const rows = import.meta.glob<RowSchema>("../../schemas/{lot,bid}.json", {
  eager: true,
  import: "default",
});

/**
 * The declarations as they were when the program was built, cut to the viewer:
 * for servers that do not serve a workspace.
 */
export function bundledWorkspace(viewer: Viewer): Workspace {
  const schemas = Object.fromEntries(
    Object.values(rows).map((schema) => [schema.$id, schema]),
  );
  const resources = Object.values(declarations).flatMap((resource) => {
    const row = schemas[resource.row];
    const visible = row && visibleResource(resource, row, viewer);
    return visible ? [visible] : [];
  });
  return createWorkspace({
    resources,
    schemas,
    version: "bundled",
    isServed: false,
  });
}
