import type { Field, Resource } from "../../../../domain/resource";
import { createWorkspace } from "../../../../server/workspace/declared/compileSet";
import type { TestApp } from "../../../support/app";

/**
 * Returns a function that edits one list and the fields of its row in the
 * running program. Each edit starts from the declarations in the files.
 */
export function redeclarer(
  { context, replaceSchema }: Pick<TestApp, "context" | "replaceSchema">,
  name: string,
) {
  const resources = context.workspace.resources();
  const dashboards = context.workspace.dashboards();
  const row = context.schemas.row(context.workspace.resource(name).row);
  return ({
    change = (resource) => resource,
    fields = {},
  }: {
    change?: (resource: Resource) => Resource;
    fields?: Record<string, Field>;
  }): void => {
    const properties = { ...row.properties, ...fields };
    replaceSchema({ ...row, properties });
    context.workspace = createWorkspace({
      resources: resources.map((resource) =>
        resource.name === name ? change(resource) : resource,
      ),
      dashboards,
      schemas: context.schemas,
      problems: [],
    });
  };
}
