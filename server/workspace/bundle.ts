import { createHash } from "node:crypto";
import { roleOf, type Viewer } from "../../domain/access";
import type { RowSchema } from "../../domain/resource";
import { isVisible, visibleResource } from "../../domain/visible";
import type { WorkspaceReply } from "../../generated/schemas";
import type { Context } from "./context";

/**
 * The workspace as one viewer gets it: declarations and row schemas cut to what
 * the viewer may see. What is wrong with files is told to the admin only.
 */
export function workspaceBundle(
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  viewer: Viewer,
): WorkspaceReply {
  const resources = workspace.resources().flatMap((resource) => {
    const seen = visibleResource(resource, schemas.row(resource.row), viewer);
    return seen ? [seen] : [];
  });
  const rows = [...new Set(resources.map(({ row }) => row))];
  const isAdmin = roleOf(viewer) === "admin";
  return {
    success: true,
    version: workspace.version,
    resources,
    schemas: Object.fromEntries(
      rows.map((row) => [row, visibleRow(schemas.row(row), viewer)]),
    ),
    ...(isAdmin ? { problems: [...workspace.problems] } : {}),
  };
}

/** The row schema without the fields that the viewer may not see. */
function visibleRow(row: RowSchema, viewer: Viewer): RowSchema {
  const fields = Object.entries(row.properties).filter(([name]) =>
    isVisible(row, { fields: [name] }, viewer),
  );
  return {
    ...row,
    properties: Object.fromEntries(
      fields.map(([name, { "x-access": _access, ...field }]) => [name, field]),
    ),
    ...(row.required
      ? {
          required: row.required.filter((name) =>
            fields.some(([seen]) => seen === name),
          ),
        }
      : {}),
  };
}

/** The validator of a cached copy: changes when the bundle does. */
export const bundleTag = (bundle: WorkspaceReply): string =>
  `"${createHash("sha256").update(JSON.stringify(bundle)).digest("base64url").slice(0, 22)}"`;
