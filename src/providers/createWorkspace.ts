import type { Dashboard } from "../../domain/dashboard";
import type { Resource, RowSchema } from "../../domain/resource";
import type { WorkspaceReply } from "../../generated/schemas";
import type { CallProblem } from "./CallError";
import { request } from "./http";

/**
 * The reply of `GET /workspace`. The server has checked the declarations by the
 * meta-schemas; the schema of the reply only calls them objects.
 */
export type DeclaredReply = Omit<
  WorkspaceReply,
  "resources" | "dashboards" | "schemas"
> & {
  resources: Resource[];
  dashboards?: Dashboard[];
  schemas: Record<string, RowSchema>;
};

/** Calls the API as `request` does; a preview answers from a draft instead. */
export type WorkspaceCall = <Reply>(
  path: string,
  options: { query?: Record<string, string>; signal?: AbortSignal },
) => Promise<Reply>;

/** Where the schema of a body and the module that validates it are served. */
export type FormPaths = { schema: string; validator: string };

export type Workspace = {
  /** The resources that the viewer may see, in the order of the menu. */
  resources: Resource[];
  /** The dashboards with the tiles that the viewer may see. */
  dashboards: Dashboard[];
  /** Returns a resource; throws if the viewer has no such resource. */
  resource: (name: string) => Resource;
  /** Returns a row schema; throws if the viewer has no such row. */
  row: (name: string) => RowSchema;
  /** Paths of the modules that validate rows, by the name of the row. */
  validators: Readonly<Record<string, string>>;
  /** Paths of the schema and the validator of each body, by its reference. */
  forms: Readonly<Record<string, FormPaths>>;
  /** The paths of all lists, including lists that the viewer may not see. */
  routes: readonly string[];
  /** Changes when this viewer's part of the declarations changes. */
  viewerVersion: string;
  /** Changes when any declaration changes; live events carry the same value. */
  declarationsHash: string;
  /**
   * Whether the server is ours and has calls, properties and headers beyond the
   * specification. A server that is written from the specification alone must not be
   * sent them.
   */
  isOwnServer: boolean;
  /** Errors and warnings in the declarations; empty for everyone but admins. */
  problems: readonly CallProblem[];
  /** Sends the calls of lists. */
  call: WorkspaceCall;
};

type Defaulted = "dashboards" | "validators" | "forms" | "problems" | "call";

/** Creates a workspace from the declarations and row schemas of one viewer. */
export function createWorkspace({
  schemas,
  dashboards = [],
  validators = {},
  forms = {},
  problems = [],
  ...rest
}: Omit<Workspace, "resource" | "row" | Defaulted> &
  Partial<Pick<Workspace, Defaulted>> & {
    schemas: Record<string, RowSchema>;
  }): Workspace {
  return {
    call: request,
    ...rest,
    dashboards,
    validators,
    forms,
    problems,
    resource: (name) => {
      const found = rest.resources.find((resource) => resource.name === name);
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
