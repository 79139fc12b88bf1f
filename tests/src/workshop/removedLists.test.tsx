import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { noDocument } from "../../../domain/declarations/document";
import ResourcePage from "../../../src/workshop/ResourcePage";
import {
  snapshotOf,
  startDraft,
  type Document,
} from "../../../src/workshop/document/draft";
import {
  storeDraft,
  storedDraft,
} from "../../../src/workshop/document/useDraft";
import { RemovedLists } from "../../../src/workshop/lists/RemovedLists";
import { sessionStore } from "../../../src/providers/session";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { ports, workspaceOf } from "../workspace/ports";
import { renderInWorkspace, screenIs } from "../workspace/renderList";

const yards = (title: string): Document => ({
  declaration: {
    ...{ name: "yards", row: "yards", route: "/yards", store: "records" },
    ...{ columns: [], filters: [], sorts: [], views: ["default"] },
  },
  labels: { en: { title }, ru: { title: "Стоянки" } },
  fields: {},
  unique: [],
});

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
  localStorage.clear();
  fakeServer(({ path }) => {
    if (path.endsWith("/workspace/removed"))
      return {
        body: [
          {
            ...{ id: "yards", route: "/yards", change: "9" },
            title: { en: "Yards", ru: "Стоянки" },
            removedAt: "2026-11-20T09:00:00+09:00",
            removedBy: "Kenji Mori",
          },
        ],
      };
    if (path.endsWith("/workspace/changes/9"))
      return { body: { id: "9", before: yards("Yards"), after: noDocument } };
    return refusal(404, "not_found");
  });
});

const open = (address: string) => {
  renderInWorkspace(
    <Routes>
      <Route path="/workspace" element={<RemovedLists />} />
      <Route path="/workspace/:name" element={<ResourcePage />} />
    </Routes>,
    { workspace: workspaceOf([ports]), address },
  );
  return userEvent.setup();
};
const userId = () => {
  const session = sessionStore.get();
  if (session.status !== "authenticated") throw new Error("signed out");
  return session.viewer.userId;
};

it("a removed list is opened as a draft of its last document, to be published again", async () => {
  const user = open("/workspace");
  expect(await screen.findByText(/Kenji Mori/)).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: "Restore the list Yards" }),
  );
  expect(await screen.findByText(/not published yet/)).toBeVisible();
  expect(screen.getByTestId("address")).toHaveTextContent("/workspace/yards");
  const draft = storedDraft(userId(), "yards");
  expect(draft?.base).toEqual({ document: noDocument, version: "0-none" });
  expect(JSON.parse(draft?.present.text ?? "")).toMatchObject({
    name: "yards",
  });
});

it("a draft of a removed list says so, and becomes the draft of a new list", async () => {
  open("/nowhere");
  const base = { document: yards("Yards"), version: "7-none" };
  storeDraft(userId(), "yards", {
    ...startDraft(base),
    present: snapshotOf(yards("Parking yards")),
  });
  const user = open("/workspace/yards");
  expect(await screen.findByText(/removed this list/)).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: /Create the list again/ }),
  );
  expect(await screen.findByText(/not published yet/)).toBeVisible();
  const draft = storedDraft(userId(), "yards");
  expect(draft?.base.version).toBe("0-none");
  expect(draft?.present.labels.en.title).toBe("Parking yards");
});

it("a removed list with an unpublished draft is opened with this draft", async () => {
  open("/nowhere");
  storeDraft(userId(), "yards", {
    ...startDraft({ document: yards("Yards"), version: "7-none" }),
    present: snapshotOf(yards("Parking yards")),
  });
  const user = open("/workspace");
  await user.click(
    await screen.findByRole("button", { name: "Restore the list Yards" }),
  );
  expect(await screen.findByText(/removed this list/)).toBeVisible();
  const draft = storedDraft(userId(), "yards");
  expect(draft?.present.labels.en.title).toBe("Parking yards");
});
