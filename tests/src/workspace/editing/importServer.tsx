import userEvent from "@testing-library/user-event";
import { screen } from "@testing-library/react";
import type { Resource } from "../../../../domain/resource";
import ImportPage from "../../../../src/workspace/editing/import/ImportPage";
import type {
  Batch,
  EarlierImport,
  Preview,
} from "../../../../src/workspace/editing/import/importCalls";
import { fakeServer } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace } from "../renderList";

const imported: Resource = {
  ...ports,
  calls: { ...ports.calls, import: { path: "/lists/ports/import" } },
  import: { key: ["name"] },
};

export const preview: Preview = {
  columns: ["Port", "Depth", "Land"].map((heading) => ({
    heading,
    field: null,
    state: "unknown",
  })),
  fields: ["name", "depth", "country"],
  missing: [],
  hasEffects: false,
  counts: { new: 1, changed: 0, ended: 0, unchanged: 0, refused: 0 },
  show: "new",
  page: 1,
  pageSize: 20,
  rows: [],
  digest: "d1",
};

export const batch: Batch = {
  ...{ id: "7", added: 1, changed: 0, ended: 0, removed: 0, leftOut: 0 },
};

export const earlier: EarlierImport = {
  ...{ id: "7", fileName: "", user: "Mei", at: "2026-11-20T10:00:00+09:00" },
  ...{ added: 1, changed: 0, ended: 0, leftOut: 0 },
  ...{ undoneAt: null, undoneBy: null },
};

type Body = {
  columns?: unknown;
  apply?: unknown;
  effects?: true;
  leaveChanged?: boolean;
};
type Answer = { status?: number; body?: unknown };
type Answers = {
  onPreview?: (body: Body) => Answer | Promise<Answer>;
  onEffects?: () => Answer | Promise<Answer>;
  onApply?: () => Answer | Promise<Answer>;
  onUndo?: (body: Body) => Answer | Promise<Answer>;
  imports?: () => EarlierImport[];
};

/** Opens the page of an import over a server that answers with these replies. */
export function openImport({
  onPreview = () => ({ body: { success: true, preview } }),
  onEffects = () => ({ body: { success: true, effects: [] } }),
  onApply = () => ({ body: { success: true, batch } }),
  onUndo = () => ({ body: { success: true, batch } }),
  imports = () => [],
}: Answers = {}) {
  fakeServer(({ path, method, body }) => {
    if (method === "GET")
      return { body: { success: true, imports: imports() } };
    const sent = body as Body;
    if (path.endsWith("/undo")) return onUndo(sent);
    if (sent.effects) return onEffects();
    return sent.apply ? onApply() : onPreview(sent);
  });
  const view = renderInWorkspace(<ImportPage resource={imported} />, {
    workspace: workspaceOf([imported]),
    address: "/ports/import",
  });
  return { user: userEvent.setup(), ...view };
}

export const table = () => screen.findByLabelText("Table");
export const button = (name: string) => screen.findByRole("button", { name });
