import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memoryStore } from "ra-core";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import DetailPage from "../../../src/workspace/detail/DetailPage";
import EditPage from "../../../src/workspace/editing/EditPage";
import NewPage from "../../../src/workspace/editing/NewPage";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";

/** The cranes of a port. */
const crane: RowSchema = {
  $id: "crane",
  properties: {
    id: { type: "string" },
    version: { type: "integer" },
    portId: { title: "Port", type: "string" },
    name: { title: "Crane", type: "string" },
    lifts: { title: "Lifts", type: "integer", "x-unit": "t" },
  },
};
const base = "/lists/cranes";
const cranes = {
  ...ports,
  name: "cranes",
  route: "/cranes",
  row: "crane",
  store: "records",
  calls: {
    list: {
      path: base,
      rows: "rows",
      total: "pageInfo.totalSearchResults",
      totals: "totals",
    },
    detail: { path: `${base}/:id` },
    create: { method: "POST", path: base, body: "crane" },
    update: { method: "PUT", path: `${base}/:id`, body: "crane" },
    remove: { method: "DELETE", path: `${base}/:id` },
  },
  columns: [
    { id: "port", fields: ["portId"] },
    { id: "name", fields: ["name"] },
    { id: "lifts", fields: ["lifts"], align: "end" },
  ],
  card: { title: ["name"] },
  summary: ["lifts"],
  filters: [{ field: "portId", id: "port" }],
  sorts: [],
} as unknown as Resource;
const harbour: Resource = {
  ...ports,
  calls: { ...ports.calls, detail: { path: "/lists/ports/:id" } },
  related: [{ list: "cranes", filter: "port", by: "id", table: true }],
};
const body = {
  properties: {
    portId: crane.properties.portId,
    name: crane.properties.name,
  },
};

let stored: { id: string; name: string; lifts: number; version: number }[];

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
  stored = [
    { id: "1", name: "Goliath", lifts: 40, version: 3 },
    { id: "2", name: "Samson", lifts: 25, version: 1 },
  ];
});

/** Opens the page of a port; returns the calls and what was sent. */
function open(list: Resource = cranes, store = memoryStore()) {
  const sent: unknown[] = [];
  const calls = fakeServer(({ path, method, body: written, headers }) => {
    if (path.endsWith("/forms/crane")) return { body };
    if (method === "DELETE") {
      sent.push(headers.get("if-match"));
      if (!stored.some(({ id }) => path.endsWith(`/${id}`)))
        return { status: 404, body: { success: false, error: "not_found" } };
      stored = stored.filter(({ id }) => !path.endsWith(`/${id}`));
      return { body: { success: true } };
    }
    if (method !== "GET" && path.endsWith("/lists/cranes")) {
      sent.push(written);
      return { body: { success: true, detail: { id: "3", ...stored[0] } } };
    }
    if (path.includes("/lists/cranes/"))
      return { body: { success: true, detail: stored[0] } };
    if (path.includes("/lists/cranes"))
      return {
        body: {
          success: true,
          rows: stored,
          totals: { lifts: 65 },
          pageInfo: { totalSearchResults: stored.length },
        },
      };
    const detail = { id: "7", name: "Kobe", country: "japan", depth: 18 };
    return { body: { success: true, detail } };
  });
  const workspace = createWorkspace({
    resources: [harbour, list],
    schemas: { port, crane },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
    forms: { crane: { schema: "/forms/crane", validator: "/forms/check" } },
  });
  renderInWorkspace(
    <Routes>
      <Route path="/ports/:id" element={<DetailPage resource={harbour} />} />
      <Route path="/cranes/new" element={<NewPage resource={list} />} />
      <Route path="/cranes/:id/edit" element={<EditPage resource={list} />} />
    </Routes>,
    { workspace, address: "/ports/7", store },
  );
  return { user: userEvent.setup(), calls, sent };
}

const table = () => screen.findByRole("table", { name: /cranes/i });
const address = () => screen.getByTestId("address");

it("shows the rows of the other list for this row, with their sums", async () => {
  const { calls } = open();
  const rows = within(await table()).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "CraneLiftsActions",
    "Goliath40\u00a0tEdit: GoliathRemove: Goliath",
    "Samson25\u00a0tEdit: SamsonRemove: Samson",
  ]);
  expect(screen.getByText("65 t")).toBeVisible();
  expect(calls.find((call) => call.includes("/lists/cranes?"))).toContain(
    "port=7",
  );
  expect(screen.queryByRole("link", { name: /^cranes$/i })).toBeNull();
});

it("adds a row with the reference to this one filled in, and comes back", async () => {
  const { user, sent } = open();
  await table();
  await user.click(screen.getByRole("link", { name: "Add" }));
  expect(await screen.findByLabelText(/Port/)).toHaveValue("7");
  await user.type(screen.getByLabelText(/Crane/), "Atlas");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(address()).toHaveTextContent("/ports/7");
  });
  expect(sent).toEqual([{ portId: "7", name: "Atlas" }]);
});

it("comes back from a row that was not changed", async () => {
  const { user } = open();
  await table();
  await user.click(screen.getByRole("link", { name: "Edit: Goliath" }));
  expect(address()).toHaveTextContent("/cranes/1/edit");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(address()).toHaveTextContent("/ports/7");
});

it("removes the version of a row that it shows, after a question", async () => {
  const { user, sent } = open();
  await table();
  await user.click(screen.getByRole("button", { name: "Remove: Goliath" }));
  const question = screen.getByRole("dialog");
  expect(question).toHaveTextContent("Goliath");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(() => {
    expect(screen.queryByText("Goliath")).toBeNull();
  });
  expect(await screen.findByText("Samson")).toBeVisible();
  expect(sent).toEqual(['"3"']);
  expect(address()).toHaveTextContent("/ports/7");
});

it("leaves the page usable if an action of a row cannot be drawn", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const lift = {
    ...{ id: "lift", on: ["row"], method: "POST" },
    path: `${base}/:id/lift`,
  };
  const store = memoryStore();
  // The action fails on this value, which should be a list.
  store.setItem("cranes.visited", 5);
  const { user } = open({ ...cranes, actions: [lift] } as Resource, store);
  await table();
  await user.click(screen.getByRole("button", { name: /lift: Goliath$/i }));
  const failure = await screen.findByRole("dialog");
  await user.click(within(failure).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("leaves out a row that somebody else has removed before", async () => {
  const { user } = open();
  await table();
  await user.click(screen.getByRole("button", { name: "Remove: Goliath" }));
  stored = stored.slice(1);
  const question = screen.getByRole("dialog");
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(async () => {
    expect(within(await table()).queryByText("Goliath")).toBeNull();
  });
});

it("has no buttons where the viewer may only read", async () => {
  const { list, detail } = cranes.calls;
  open({ ...cranes, calls: { list, ...(detail && { detail }) } });
  expect(within(await table()).getAllByRole("columnheader")).toHaveLength(2);
  expect(screen.queryByRole("link", { name: "Add" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
});

it("is not there without the filter, which would show the rows of others", async () => {
  const { calls } = open({ ...cranes, filters: [] });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("table")).toBeNull();
  expect(calls.filter((call) => call.includes("cranes"))).toEqual([]);
});

it("shows the values below each other on a phone with many columns", async () => {
  screenIs("phone");
  const columns = ["name", "lifts", "id", "version"].map((name) => ({
    id: name,
    fields: [name],
  }));
  open({ ...cranes, columns });
  expect(await screen.findByText("Goliath")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getAllByText("Lifts").length).toBeGreaterThan(1);
});
