import type { Resource, RowSchema } from "../../domain/resource";

export type Workspace = {
  /** What the viewer may see, in the order of the menu. */
  resources: Resource[];
  /** Throws for a name that the viewer's workspace does not have. */
  resource: (name: string) => Resource;
  row: (name: string) => RowSchema;
  version: string;
  /**
   * Whether the server itself gave the workspace: only such a server is sent
   * headers that go beyond the specified calls.
   */
  isServed: boolean;
};

/** A workspace over the declarations and row schemas of one viewer. */
export function createWorkspace(bundle: {
  resources: Resource[];
  schemas: Record<string, RowSchema>;
  version: string;
  isServed: boolean;
}): Workspace {
  const { resources, schemas, version, isServed } = bundle;
  return {
    resources,
    version,
    isServed,
    resource: (name) => {
      const found = resources.find((resource) => resource.name === name);
      if (!found) throw new Error(`No resource is named ${name}.`);
      return found;
    },
    row: (name) => {
      const schema = schemas[name];
      if (!schema) throw new Error(`No row schema is named ${name}.`);
      return schema;
    },
  };
}
