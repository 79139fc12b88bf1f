import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { withMoves } from "../../../domain/states";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type {
  DeclaredResource,
  Resource,
  RowSchema,
} from "../../../domain/resource";
import { Toasts } from "../../../src/layout/Toasts";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import DetailPage from "../../../src/workspace/detail/DetailPage";
import {
  rowChangesOf,
  withPatch,
} from "../../../src/workspace/listing/rowChanges";
import { sessionStore } from "../../../src/providers/session";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { port, ports } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";

/** A port whose state goes from planned to open, and to closed. */
const schema: RowSchema = {
  ...port,
  properties: {
    ...port.properties,
    version: { type: "integer" },
    state: {
      title: "State",
      type: "string",
      enum: ["planned", "open", "closed"],
      "x-states": [
        { from: ["planned"], to: "open" },
        { from: ["open"], to: "closed" },
        { from: ["open"], to: "planned", back: true },
      ],
    },
  },
};
const declared = {
  ...ports,
  detailRoute: "/ports/:id",
  store: "records",
  calls: { facets: {}, detail: {} },
  actions: [{ id: "state", on: ["row"], moves: "state" }],
} as unknown as DeclaredResource;

const noHistory = {
  success: true,
  history: [],
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 0, totalResults: 0 },
};

let stored: { id: string; name: string; state: string; version: number };
let lists = 0;

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
  lists += 1;
  stored = { id: "7", name: "Kobe", state: "planned", version: 4 };
});

/** Opens the page of a port and returns the writes. */
function open() {
  const named = { ...declared, name: `ports${String(lists)}` };
  const resource: Resource = withDefaultCalls(withMoves(named, schema));
  const { name } = resource;
  const body = "port#/fields/state";
  const forms = {
    [body]: { schema: "/forms/state", validator: "/forms/check" },
  };
  const workspace = createWorkspace({
    resources: [resource],
    schemas: { port: schema },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
    forms,
  });
  const writes: unknown[] = [];
  fakeServer(({ path, method, body: sent }) => {
    if (path.endsWith("/forms/state"))
      return {
        body: {
          properties: {
            state: { type: "string", enum: ["planned", "open", "closed"] },
            version: { type: "integer" },
          },
        },
      };
    if (path.endsWith("/history")) return { body: noHistory };
    if (method === "PATCH") {
      writes.push(sent);
      const { state } = sent as { state: string };
      stored = { ...stored, state, version: stored.version + 1 };
    }
    const { version } = stored;
    return { body: { success: true, version, detail: stored } };
  });
  renderInWorkspace(
    <>
      <Routes>
        <Route path="/ports/:id" element={<DetailPage resource={resource} />} />
      </Routes>
      <Toasts />
    </>,
    { workspace, address: "/ports/7" },
  );
  return { user: userEvent.setup(), writes, name };
}

const button = (name: string) => screen.findByRole("button", { name });

it("offers the transitions that are possible now, each named by its state", async () => {
  const { user, writes } = open();
  expect(await button("→ Open")).toBeEnabled();
  expect(screen.queryByRole("button", { name: "→ Closed" })).toBeNull();
  await user.click(await button("→ Open"));
  expect(await button("→ Closed")).toBeVisible();
  expect(await button("← Planned")).toBeVisible();
  expect(writes).toEqual([{ state: "open", version: 4 }]);
});

it("takes a double click once", async () => {
  const { user, writes } = open();
  await user.click(await button("→ Open"));
  const next = await button("→ Closed");
  expect(next).toBeDisabled();
  await user.click(next);
  expect(writes).toHaveLength(1);
  await waitFor(() => {
    expect(next).toBeEnabled();
  });
});

it("takes back only changes of its own row", async () => {
  const { user, writes, name } = open();
  await button("→ Open");
  const session = sessionStore.get();
  if (session.status !== "authenticated")
    throw new Error("Nobody is signed in.");
  const changes = rowChangesOf(session.viewer.userId, name);
  const other = { id: "8", row: { id: "8", state: "open", version: 2 } };
  changes.set(
    withPatch(
      changes.get(),
      { id: "a", rowId: "8", values: { state: "open" } },
      {
        ...{ id: "a", rowId: "8", runId: "a", actionId: "stateToOpen" },
        ...{ record: other, before: { state: "planned" } },
      },
    ),
  );
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("There is no change to undo")).toBeVisible();
  expect(writes).toEqual([]);
});
