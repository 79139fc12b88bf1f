import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import DetailPage from "../../../src/workspace/detail/DetailPage";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";
import { onDay } from "../../support/onDay";

const path = "/lists/ports/:id";
const editable: Resource = {
  ...ports,
  calls: {
    ...ports.calls,
    detail: { path },
    update: { method: "PUT", path, body: "port" },
    remove: { method: "DELETE", path },
    history: { path: `${path}/history` },
  },
};
const schema = {
  ...port,
  properties: {
    ...port.properties,
    cranes: { title: "Cranes", type: "integer", "x-section": "cargo" },
    site: { title: "Site", type: "string", "x-shown": "link" },
    map: { title: "Map", type: "string", "x-shown": "link" },
  },
};
const row = {
  id: "7",
  name: "Kobe",
  country: "japan",
  depth: 18,
  cranes: 4,
  site: "https://kobe.example/port",
  map: "javascript:alert(1)",
};
const history = {
  success: true,
  history: [
    {
      id: "2",
      at: "2026-11-20T10:44:00+09:00",
      user: "Emi Tanaka",
      action: "update",
      version: 2,
      before: { name: "Kobe", depth: 17 },
      after: { name: "Kobe", depth: 18 },
    },
  ],
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 1, totalResults: 1 },
};

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});
onDay("2026-11-21");

const open = (resource: Resource = editable) => {
  const workspace = createWorkspace({
    resources: [resource],
    schemas: { port: schema },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  return renderInWorkspace(
    <Routes>
      <Route path="/ports/:id" element={<DetailPage resource={resource} />} />
      <Route path="/ports" element={<p>The list</p>} />
    </Routes>,
    { workspace, address: "/ports/7" },
  );
};

const served = (path: string) =>
  path.endsWith("/history")
    ? { body: history }
    : {
        body: { success: true, version: 2, detail: row },
        headers: { etag: '"2"' },
      };

it("draws the fields of the row schema by section, and the row's history", async () => {
  fakeServer(({ path: asked }) => served(asked));
  open();
  expect(
    await screen.findByRole("heading", { level: 1, name: "Kobe" }),
  ).toBeVisible();
  expect(screen.getByRole("region", { name: "Details" })).toHaveTextContent(
    "18 m",
  );
  expect(screen.getByRole("region", { name: "Cargo" })).toHaveTextContent(
    "Cranes4",
  );
  const site = screen.getByRole("link", { name: /^kobe\.example/ });
  expect(site).toHaveAttribute("href", "https://kobe.example/port");
  expect(screen.getByText("javascript:alert(1)").closest("a")).toBeNull();
  expect(await screen.findByText(/Emi Tanaka/)).toHaveTextContent(
    "Changed: Emi Tanaka, 20 Nov, 10:44",
  );
  expect(screen.getByRole("link", { name: "Edit" })).toHaveAttribute(
    "href",
    "/ports/7/edit",
  );
});

it("has no buttons and no history without the calls", async () => {
  fakeServer(({ path: asked }) => served(asked));
  open({ ...ports, calls: { ...ports.calls, detail: { path } } });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("link", { name: "Edit" })).not.toBeInTheDocument();
  expect(
    screen.queryByRole("button", { name: "Remove" }),
  ).not.toBeInTheDocument();
  expect(screen.queryByText("History")).not.toBeInTheDocument();
});

it("says why the row can be neither changed nor removed now", async () => {
  fakeServer(({ path: asked }) => served(asked));
  const conditions = { field: "depth", atMost: 17 };
  const { update, remove } = editable.calls;
  if (!update || !remove) throw new Error("The list has both calls.");
  open({
    ...editable,
    calls: {
      ...editable.calls,
      update: { ...update, conditions },
      remove: { ...remove, conditions: { field: "name", is: "Kobe" } },
    },
  });
  const edit = await screen.findByRole("button", { name: "Edit" });
  expect(edit).toBeDisabled();
  expect(edit).toHaveAccessibleDescription(/Depth is at most 17/);
  expect(screen.queryByRole("link", { name: "Edit" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Remove" })).toBeEnabled();
});

it("says that the row does not exist and links to the list", async () => {
  fakeServer(() => refusal(404, "not_found"));
  open();
  expect(
    await screen.findByRole("heading", { name: "Not found" }),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the list" })).toHaveAttribute(
    "href",
    "/ports",
  );
});

it("keeps the row when a proxy answers instead of the server, and offers a retry", async () => {
  const proxyPage = { status: 404, body: "<h1>Not found</h1>" };
  let answer: typeof proxyPage | null = null;
  fakeServer(({ path: asked }) =>
    answer && !asked.endsWith("/history") ? answer : served(asked),
  );
  const { queryClient } = open();
  const name = { level: 1, name: "Kobe" };
  await screen.findByRole("heading", name);
  answer = proxyPage;
  await act(() => queryClient.invalidateQueries({ queryKey: ["row"] }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("may be out of date");
  expect(screen.getByRole("heading", name)).toBeVisible();
  answer = null;
  await userEvent.click(
    within(alert).getByRole("button", { name: "Try again" }),
  );
  await waitFor(() => {
    expect(screen.queryByRole("alert")).toBeNull();
  });
  expect(screen.getByRole("heading", name)).toBeVisible();
});

it("says that the row does not exist once the server has removed it", async () => {
  let isRemoved = false;
  fakeServer(({ path: asked }) =>
    isRemoved ? refusal(404, "not_found") : served(asked),
  );
  const { queryClient } = open();
  await screen.findByRole("heading", { level: 1, name: "Kobe" });
  isRemoved = true;
  await act(() => queryClient.invalidateQueries({ queryKey: ["row"] }));
  expect(
    await screen.findByRole("heading", { name: "Not found" }),
  ).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Kobe" })).toBeNull();
});

it("offers a retry after a failure", async () => {
  let isDown = true;
  fakeServer(({ path: asked }) => {
    if (isDown) throw new TypeError("Failed to fetch");
    return served(asked);
  });
  open();
  const retry = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
});

it("does not remove a row that changes while the question is open", async () => {
  let version = 2;
  const calls = fakeServer(({ path: asked }) =>
    asked.endsWith("/history")
      ? served(asked)
      : {
          body: { success: true, version, detail: row },
          headers: { etag: `"${String(version)}"` },
        },
  );
  const { queryClient } = open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  const question = screen.getByRole("dialog");
  version = 3;
  await act(() => queryClient.invalidateQueries());
  expect(await within(question).findByRole("alert")).toHaveTextContent(
    "Somebody else has changed this row",
  );
  expect(within(question).queryByRole("button", { name: "Remove" })).toBeNull();
  expect(calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
});

it("removes the version that is shown, after a question", async () => {
  const removed: (string | null)[] = [];
  let isStale = true;
  fakeServer(({ path: asked, method, headers }) => {
    if (method !== "DELETE") return served(asked);
    removed.push(headers.get("if-match"));
    if (isStale) return refusal(409, "stale_row", { message: "Row changed" });
    return { body: { success: true } };
  });
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  const confirm = screen.getAllByRole("button", { name: "Remove" }).at(-1);
  if (!confirm) throw new Error("The dialog has no button.");
  await user.click(confirm);
  expect(await screen.findByText("Row changed")).toBeVisible();
  isStale = false;
  await user.click(confirm);
  expect(await screen.findByText("The list")).toBeVisible();
  expect(removed).toEqual(['"2"', '"2"']);
});
