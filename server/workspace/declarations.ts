import type { Resource } from "../../domain/resource";
import type { Problem } from "../platform/problem";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { fingerprint } from "./sources";

/** The declarations that the program works by. */
export type Workspace = {
  /** Throws for an unknown name. */
  resource(name: string): Resource;
  resources(): readonly Resource[];
  /** The resource whose list is served at this path, `/auction/listing`. */
  byListPath(path: string): Resource | undefined;
  /** Changes whenever a declaration, schema, text or problem changes. */
  declarationsHash: string;
  /** What an admin should mend, though the program works: missing labels. */
  problems: readonly Problem[];
};

/** A workspace over declarations that are already checked. */
export function createWorkspace(options: {
  resources: readonly Resource[];
  schemas: SchemaRegistry;
  /** The locale texts; they count for the hash. */
  texts?: unknown;
  problems: readonly Problem[];
}): Workspace {
  const { resources, schemas, texts, problems } = options;
  const byName = new Map(resources.map((one) => [one.name, one]));
  const byPath = new Map(resources.map((one) => [one.calls.list.path, one]));
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
