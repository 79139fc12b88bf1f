import type { Resource } from "../../domain/resource";
import type { Problem } from "../platform/problem";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { fingerprint } from "../platform/fingerprint";

/** The declarations of all lists. */
export type Workspace = {
  /** Returns the declaration of a list. Throws for an unknown name. */
  resource(name: string): Resource;
  resources(): readonly Resource[];
  /** Returns the list whose rows are served at this path: `/auction/listing`. */
  byListPath(path: string): Resource | undefined;
  /** Changes whenever a declaration, schema, text or problem changes. */
  declarationsHash: string;
  /** Mistakes that an administrator should fix: refused edits and warnings. */
  problems: readonly Problem[];
};

/** Returns the workspace of declarations that are already checked. */
export function createWorkspace(options: {
  resources: readonly Resource[];
  schemas: SchemaRegistry;
  /** The locale texts; they count for the hash. */
  texts?: unknown;
  problems: readonly Problem[];
}): Workspace {
  const { resources, schemas, texts, problems } = options;
  const byName = new Map(
    resources.map((resource) => [resource.name, resource]),
  );
  const byPath = new Map(
    resources.map((resource) => [resource.calls.list.path, resource]),
  );
  const declarationsHash = fingerprint([
    resources,
    schemas.all(),
    texts,
    problems,
  ]);
  return {
    resource: (name) => {
      const resource = byName.get(name);
      if (!resource) throw new Error(`No resource "${name}"`);
      return resource;
    },
    resources: () => resources,
    byListPath: (path) => byPath.get(path),
    declarationsHash,
    problems,
  };
}
