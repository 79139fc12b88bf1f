import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import { difference } from "../../../domain/declarations/difference";
import type {
  Document,
  Declaration,
} from "../../../src/workshop/document/draft";
import HistoryPanel from "../../../src/workshop/history/HistoryPanel";
import {
  useWorkshopState,
  WorkshopProvider,
} from "../../../src/workshop/WorkshopContext";
import { eventually } from "../../support/eventually";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports, workspaceOf } from "../workspace/ports";
import { renderInWorkspace, screenIs } from "../workspace/renderList";
import { PublishBar } from "../../../src/workshop/publish/PublishBar";

beforeAll(installDialogs);

const titled = (title: string): Document => ({
  declaration: ports,
  labels: { en: { title }, ru: {} },
});

const versionOf = (version: string, title: string) => ({
  id: "ports",
  document: titled(title),
  version,
  row: port,
  kind: "list" as const,
  fieldLabels: { en: {}, ru: {} },
  structural: [],
  filledBy: null,
  created: [],
  isCreated: false,
});

const entry = {
  id: "7",
  resource: "ports",
  kind: "publish",
  undoes: null,
  undoneBy: null,
  author: "Kenji Mori",
  at: "2026-11-20T09:00:00+09:00",
  reason: "A better name",
  summary: 1,
  widened: [],
};

const change = {
  ...entry,
  before: titled("Ports"),
  difference: difference(titled("Ports"), titled("Harbours")),
};

let publish: (version: string, title: string) => void;

function Workshop() {
  const [published, setPublished] = useState(versionOf("2", "Harbours"));
  publish = (version, title) => {
    setPublished(versionOf(version, title));
  };
  return (
    <WorkshopProvider value={useWorkshopState(published, "1")}>
      <HistoryPanel onChanged={() => undefined} />
    </WorkshopProvider>
  );
}

it("rolls nothing back over a version that the reader has not seen", async () => {
  screenIs("desk");
  const sent: unknown[] = [];
  fakeServer(({ path, method, body }) => {
    if (path.endsWith("/workspace/changes/7")) return { body: change };
    if (path.endsWith("/workspace/check"))
      return {
        body: {
          success: true,
          problems: [],
          warnings: [],
          difference: [],
          impact: { viewers: [] },
        },
      };
    if (method === "GET")
      return {
        body: [entry],
        headers: { "content-range": "changes 0-0/1" },
      };
    sent.push(body);
    return { body: { success: true, id: "8" } };
  });
  renderInWorkspace(<Workshop />, {
    workspace: workspaceOf([ports]),
    address: "/workshop/ports",
  });
  const user = userEvent.setup();
  const openButton = await screen.findByRole("button", { name: "Roll back" });
  await user.click(openButton);
  const dialog = await screen.findByRole("dialog");
  const rollBack = within(dialog).getByRole("button", { name: "Roll back" });
  const part = () => within(dialog).getByRole("checkbox");
  await user.type(within(dialog).getByRole("textbox"), "Back to ports");
  await eventually(() => {
    expect(rollBack).toBeEnabled();
  });

  act(() => {
    publish("3", "Docks");
  });
  expect(within(dialog).getByRole("alert")).toHaveTextContent(
    "Another version has been published",
  );
  expect(rollBack).toBeDisabled();
  expect(part()).toBeChecked();

  await user.click(within(dialog).getByRole("button", { name: "Check again" }));
  expect(within(dialog).queryByRole("alert")).toBeNull();
  expect(part()).not.toBeChecked();
  await user.click(part());
  await eventually(() => {
    expect(rollBack).toBeEnabled();
  });
  await user.click(rollBack);
  await eventually(() => {
    expect(sent).toMatchObject([{ undoes: "7", version: "3" }]);
  });
});

beforeAll(installDialogs);

const publishedPorts = {
  id: "ports",
  document: {
    declaration: ports as Declaration,
    labels: { en: {}, ru: {} },
  },
  version: "1",
  row: port,
  kind: "list" as const,
  fieldLabels: { en: {}, ru: {} },
  structural: [],
  filledBy: null,
  created: [],
  isCreated: false,
};

function Bar() {
  const workshop = useWorkshopState(publishedPorts, "1");
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
