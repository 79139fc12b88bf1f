import type { Viewer } from "../../../domain/access";
import { visibleDashboard, type Dashboard } from "../../../domain/dashboard";
import type { Context } from "../context";
import { cutToViewer } from "../listing";

/** Returns a dashboard cut to the viewer; null if nothing of it is left. */
export const cutDashboard = (
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  dashboard: Dashboard,
  viewer: Viewer,
): Dashboard | null =>
  visibleDashboard(dashboard, viewer, (name) => {
    const list = workspace.resources().find((each) => each.name === name);
    const row = list && schemas.row(list.row);
    const cut = list && row && cutToViewer(list, row, viewer);
    return cut ? { resource: cut.resource, row } : undefined;
  });
