import type { Field, Resource } from "../../../../domain/resource";
import type { Context } from "../../../../server/workspace/context";
import { createWorkspace } from "../../../../server/workspace/declarations";

/**
 * Edits the running program: what it returns changes one declared list, and
 * what its fields say, each time from how they stand in the files.
 */
export function redeclarer(context: Context, name: string) {
  const resources = context.workspace.resources();
  const row = context.schemas.row(context.workspace.resource(name).row);
  return ({
    change = (resource) => resource,
    fields = {},
  }: {
    change?: (resource: Resource) => Resource;
    fields?: Record<string, Field>;
  }): void => {
    const properties = { ...row.properties, ...fields };
    context.schemas.replace(row.$id, { ...row, properties });
    context.workspace = createWorkspace({
      resources: resources.map((one) =>
        one.name === name ? change(one) : one,
      ),
      schemas: context.schemas,
      problems: [],
    });
  };
}
