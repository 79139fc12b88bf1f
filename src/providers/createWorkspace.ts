import type { Resource, RowSchema } from "../../domain/resource";
import type { CallProblem } from "./CallError";
import { request } from "./http";

/** Asks a call of the declarations; as `request` does. */
export type WorkspaceCall = <Reply>(
  path: string,
  options: { query?: Record<string, string>; signal?: AbortSignal },
) => Promise<Reply>;

export type Workspace = {
  /** What the viewer may see, in the order of the menu. */
  resources: Resource[];
  /** Throws for a name that the viewer's workspace does not have. */
  resource: (name: string) => Resource;
  row: (name: string) => RowSchema;
  /** Paths of the calls that give the checks of rows, by row. */
  validators: Readonly<Record<string, string>>;
  /** The addresses of all lists, those that are not the viewer's as well. */
  routes: readonly string[];
  /** Changes when this viewer's part of the declarations changes. */
  viewerVersion: string;
  /** Changes when any declaration changes; live events carry the same value. */
  declarationsHash: string;
  /**
   * Whether the server itself gave the workspace: only such a server is sent
   * headers that go beyond the specified calls.
   */
  isServed: boolean;
  /** What is wrong with the declarations at present; told to admins only. */
  problems: readonly CallProblem[];
  /** How lists are asked for; a preview answers from a draft. */
  call: WorkspaceCall;
};

/** A workspace over the declarations and row schemas of one viewer. */
export function createWorkspace(bundle: {
  resources: Resource[];
  schemas: Record<string, RowSchema>;
  validators?: Readonly<Record<string, string>>;
  routes: readonly string[];
  viewerVersion: string;
  declarationsHash: string;
  isServed: boolean;
  problems?: readonly CallProblem[];
  call?: WorkspaceCall;
}): Workspace {
  const { schemas, validators = {}, problems = [], ...rest } = bundle;
  const { resources } = rest;
  return {
    call: request,
    ...rest,
    validators,
    problems,
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
