import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import type { Declaration } from "../../../src/workshop/document/draft";
import { PublishBar } from "../../../src/workshop/publish/PublishBar";
import {
  useWorkshopState,
  WorkshopProvider,
} from "../../../src/workshop/WorkshopContext";
import { eventually } from "../../support/eventually";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports, workspaceOf } from "../workspace/ports";
import { renderInWorkspace, screenIs } from "../workspace/renderList";

beforeAll(installDialogs);

const published = {
  id: "ports",
  document: {
    declaration: ports as Declaration,
    labels: { en: {}, ru: {} },
  },
  version: "1",
  row: port,
  fieldLabels: { en: {}, ru: {} },
  structural: [],
};

function Bar() {
  const workshop = useWorkshopState(published, "1");
  return (
    <WorkshopProvider value={workshop}>
      <button
        onClick={() => {
          workshop.editing.editText(JSON.stringify({ name: "mine" }));
        }}
      >
        Edit
      </button>
      <PublishBar onPublished={() => undefined} />
    </WorkshopProvider>
  );
}

it("publishes the edit that was on screen, even if another tab edits the draft at the same time", async () => {
  screenIs("desk");
  const sent: unknown[] = [];
  fakeServer(({ path, body }) => {
    if (path.endsWith("/workspace/changes")) sent.push(body);
    return path.endsWith("/workspace/check")
      ? {
          body: {
            success: true,
            problems: [],
            warnings: [],
            difference: [],
            impact: { viewers: [] },
          },
        }
      : { body: { success: true, data: { id: "1" } } };
  });
  renderInWorkspace(<Bar />, {
    workspace: workspaceOf([ports]),
    address: "/workshop/ports",
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const open = () => screen.getByRole("button", { name: /^Publish/ });
  await eventually(() => {
    expect(open()).toBeEnabled();
  });
  await user.click(open());
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox"), "A shorter name");
  const key = "seriba.workshop.1.ports";
  const stored = localStorage.getItem(key) ?? "";
  expect(stored).toContain("mine");
  localStorage.setItem(key, stored.replaceAll("mine", "theirs"));
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key }));
  });
  await user.click(within(dialog).getByRole("button", { name: /^Publish/ }));
  await eventually(() => {
    expect(sent).toMatchObject([
      { document: { declaration: { name: "mine" } }, version: "1" },
    ]);
  });
});
