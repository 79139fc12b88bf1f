import type { Viewer } from "../../domain/access";
import { dashboardPath, type Dashboard } from "../../domain/dashboard";
import type { Language } from "../../domain/limits";
import type { Resource } from "../../domain/resource";
import { visibleResource } from "../../domain/visible";
import type { WorkspacePreviewBody } from "../../generated/schemas";
import { rankOf } from "../identity";
import { failure } from "../platform/errors";
import { ProblemsFound } from "../platform/problem";
import { workspaceBundle } from "../workspace/bundle";
import { viewerWith } from "../workspace/checks/accessRules";
import type { DeclaredSet } from "../workspace/declared";
import { createWorkspace } from "../workspace/declared/compileSet";
import type { ListCall } from "../workspace/lists";
import { compileDraft } from "./checkEdit";
import { currentDocument } from "./resources";
import type { Workshop } from "./workshop";

/**
 * Answers a call of a drafted list as a viewer with the role and flags would
 * get it, over the rows that the administrator may read. The path `/workspace`
 * returns that viewer's workspace with this list alone. Throws:
 * - declaration_problems if the draft has errors
 * - invalid_request for an unknown permission flag
 * - forbidden if the viewer may not see the list
 * - not_found for any other call
 */
export async function previewEdit(
  workshop: Workshop,
  { body, admin, language }: PreviewRequest,
): Promise<object> {
  const { context, areas } = workshop;
  const { resource: name, path, query } = body;
  await currentDocument(workshop, name, body.document);
  const set = await compileDraft(workshop, body).catch((error: unknown) => {
    if (!(error instanceof ProblemsFound)) throw error;
    throw failure("declaration_problems", { problems: error.problems });
  });
  const { schemas } = set;
  const known = schemas.get("permission").properties ?? {};
  if (body.as.flags.some((flag) => !Object.hasOwn(known, flag)))
    throw failure("invalid_request", {
      errors: { as: [{ key: "errors.fields.invalid" }] },
    });
  const viewer = viewerAs(body.as, admin.userId);
  const { workspace, messages } = set;
  const draft = { ...context, schemas, workspace, messages };
  const dashboard = workspace.dashboards().find((each) => each.name === name);
  if (dashboard) {
    if (path === "/workspace") return bundleOf(set, { dashboard }, viewer);
    if (path !== dashboardPath) throw failure("not_found");
    return areas.readDashboard(draft, {
      name,
      tiles: query.tiles?.split(","),
      viewer,
      scopeViewer: admin,
      language,
    });
  }
  const resource = workspace.resources().find((list) => list.name === name);
  if (!resource) throw failure("not_found");
  if (path === "/workspace") return bundleOf(set, { resource }, viewer);
  const call = callAt(resource, path);
  if (!call) throw failure("not_found");
  if (!visibleResource(resource, schemas.row(resource.row), viewer))
    throw failure("forbidden");
  return areas.answerDraft(draft, {
    resource: name,
    call,
    viewer,
    scopeViewer: admin,
    language,
    query,
  });
}

type PreviewRequest = {
  body: WorkspacePreviewBody;
  admin: Viewer;
  language: Language;
};

/** An unknown role has numbers that the portal does not know. */
const unknownRank = { userType: 0, userLevel: 0, roleId: 0 };

/** Returns a viewer with the role and the permission flags. */
const viewerAs = (
  { role, flags }: WorkspacePreviewBody["as"],
  userId: string,
): Viewer => {
  const rank = role === "unknown" ? unknownRank : rankOf(role, "standard");
  return { ...viewerWith(rank, flags), userId };
};

/**
 * Returns the viewer's workspace with this list alone, or with this dashboard and all
 * lists. It omits the row validators, which exist only for active declarations.
 */
function bundleOf(
  { schemas, messages, workspace: declared }: DeclaredSet,
  drafted: { resource: Resource } | { dashboard: Dashboard },
  viewer: Viewer,
): object {
  const workspace = createWorkspace({
    ...("resource" in drafted
      ? { resources: [drafted.resource] }
      : { resources: declared.resources(), dashboards: [drafted.dashboard] }),
    schemas,
    problems: [],
  });
  const { validators: _none, ...bundle } = workspaceBundle(
    { workspace, schemas, messages },
    viewer,
  );
  return bundle;
}

function callAt({ calls }: Resource, path: string): ListCall | undefined {
  if (path === calls.list.path) return { kind: "list" };
  if (path === calls.facets?.path) return { kind: "facets" };
  const options = Object.entries(calls.options ?? {});
  const found = options.find(([, call]) => call.path === path);
  return found && { kind: "options", filter: found[0] };
}
