import { roleOf, type Viewer } from "../../domain/access";
import type { Language } from "../../domain/limits";
import { visibleResource, visibleRow } from "../../domain/visible";
import type { WorkspaceReply } from "../../generated/schemas";
import { fingerprint } from "../platform/fingerprint";
import { problemIn } from "../platform/problem";
import type { Context } from "./context";
import { formPaths } from "./validators/formModules";
import { rowModulePath } from "./validators/rowModules";

/**
 * Returns the workspace of a viewer: declarations and row schemas cut to the
 * viewer, and the routes of all lists, so that the browser can tell a forbidden
 * list from an unknown one. Problems in the files are included for
 * administrators only. An edit of hidden parts does not change `viewerVersion`.
 */
export function workspaceBundle(
  {
    workspace,
    schemas,
    messages,
  }: Pick<Context, "workspace" | "schemas" | "messages">,
  viewer: Viewer,
  /** The language of the reported problems. */
  language: Language = "en",
): WorkspaceReply {
  const resources = workspace.resources().flatMap((resource) => {
    const seen = visibleResource(resource, schemas.row(resource.row), viewer);
    return seen ? [seen] : [];
  });
  const rows = [...new Set(resources.map(({ row }) => row))].map(
    (name) => [name, visibleRow(schemas.row(name), viewer)] as const,
  );
  const isAdmin = roleOf(viewer) === "admin";
  const content = {
    resources,
    schemas: Object.fromEntries(rows),
    validators: Object.fromEntries(
      rows.map(([name, row]) => [name, rowModulePath(row, schemas)]),
    ),
    forms: formPaths(resources, schemas, viewer),
    routes: workspace
      .resources()
      .flatMap(({ route, aliases = [] }) => [route, ...aliases]),
    ...(isAdmin
      ? {
          problems: workspace.problems.map((problem) =>
            problemIn(problem, language, messages),
          ),
        }
      : {}),
  };
  return {
    success: true,
    // Without `declarationsHash`, so that edits of hidden parts change nothing.
    viewerVersion: fingerprint(content),
    declarationsHash: workspace.declarationsHash,
    ...content,
  };
}

/** Returns the ETag of the bundle. */
export const bundleTag = ({ viewerVersion }: WorkspaceReply): string =>
  `"${viewerVersion}"`;
