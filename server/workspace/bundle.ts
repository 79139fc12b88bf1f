import { rightsOf, roleOf, type Viewer } from "../../domain/access";
import type { Language } from "../../domain/limits";
import type { Resource } from "../../domain/resource";
import { visibleResource, visibleRow } from "../../domain/visible";
import type { WorkspaceReply } from "../../generated/schemas";
import { fingerprint } from "../platform/fingerprint";
import { problemIn, type Problem } from "../platform/problem";
import { rememberByPair } from "../platform/remember";
import type { Context } from "./context";
import { cutDashboard } from "./dashboards";
import { formPaths, rowModulePath } from "./validators/modules";

type BundleContext = Pick<Context, "workspace" | "schemas" | "messages">;

/**
 * Returns the workspace of a viewer: declarations and row schemas cut to the
 * viewer, and the routes of all lists, so that the browser can tell a forbidden
 * list from an unknown one. Problems in the files are included for
 * administrators only. An edit of hidden parts does not change `viewerVersion`.
 * It is made once for all viewers with the same rights.
 */
export const workspaceBundle = (
  context: BundleContext,
  viewer: Viewer,
  /** The language of the reported problems. */
  language: Language = "en",
): WorkspaceReply => {
  const { workspace } = context;
  const asked = { ...context, viewer, language };
  return bundleOf(workspace.resources(), workspace.problems, asked);
};

type Asked = BundleContext & { viewer: Viewer; language: Language };

const bundleOf = rememberByPair(
  (
    declared: readonly Resource[],
    problems: readonly Problem[],
    { workspace, schemas, messages, viewer, language }: Asked,
  ): WorkspaceReply => {
    const resources = declared.flatMap((resource) => {
      const row = schemas.row(resource.row);
      const seen = visibleResource(resource, row, viewer);
      return seen ? [seen] : [];
    });
    const rows = [...new Set(resources.map(({ row }) => row))].map(
      (name) => [name, visibleRow(schemas.row(name), viewer)] as const,
    );
    const isAdmin = roleOf(viewer) === "admin";
    const content = {
      resources,
      dashboards: workspace.dashboards().flatMap((dashboard) => {
        const visible = cutDashboard({ workspace, schemas }, dashboard, viewer);
        return visible ? [visible] : [];
      }),
      schemas: Object.fromEntries(rows),
      validators: Object.fromEntries(
        rows.map(([name, row]) => [name, rowModulePath(row, schemas)]),
      ),
      forms: formPaths(resources, schemas, viewer),
      routes: [...declared, ...workspace.dashboards()].flatMap(routesOf),
      ...(isAdmin
        ? {
            problems: problems.map((problem) =>
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
  },
  ({ workspace, viewer, language }) =>
    `${workspace.declarationsHash} ${language} ${rightsOf(viewer)}`,
);

const routesOf = ({
  route,
  aliases = [],
}: Pick<Resource, "route" | "aliases">): string[] => [route, ...aliases];

/** Returns the ETag of the bundle. */
export const bundleTag = ({ viewerVersion }: WorkspaceReply): string =>
  `"${viewerVersion}"`;
