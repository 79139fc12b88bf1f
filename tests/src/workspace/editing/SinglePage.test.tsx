import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import NewPage from "../../../../src/workspace/editing/NewPage";
import SinglePage from "../../../../src/workspace/editing/SinglePage";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const path = "/lists/ports";
const { list, facets } = ports.calls;
const readable: Resource = { ...ports, store: "records", single: true };
const writable: Resource = {
  ...readable,
  calls: { list, facets, create: { method: "POST", path, body: "port" } },
};

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

/** Opens the page of a list with a single record, which does not exist yet. */
const open = (resource: Resource) => {
  fakeServer(({ path: asked }) =>
    asked.endsWith(".json")
      ? { body: { type: "object", properties: { name: port.properties.name } } }
      : {
          body: {
            success: true,
            rows: [],
            pageInfo: { totalSearchResults: 0 },
          },
        },
  );
  renderInWorkspace(
    <Routes>
      <Route path="/ports" element={<SinglePage resource={resource} />} />
      <Route path="/ports/new" element={<NewPage resource={resource} />} />
    </Routes>,
    {
      workspace: createWorkspace({
        ...workspaceOf([resource]),
        schemas: { port },
        forms: { port: { schema: "/port.json", validator: "/port.js" } },
      }),
      address: "/ports",
    },
  );
  return userEvent.setup();
};
const address = () => screen.getByTestId("address");

it("leads to the form of a record that does not exist yet, and back", async () => {
  const user = open(writable);
  expect(await screen.findByText("Nothing is entered yet")).toBeVisible();
  const title = screen.getAllByRole("heading")[0]?.textContent ?? "";
  await user.click(screen.getByRole("link", { name: "Fill in" }));
  expect(address()).toHaveTextContent("/ports/new");
  expect(
    await screen.findByRole("heading", { name: title, level: 1 }),
  ).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => {
    expect(address()).toHaveTextContent(/^\/ports$/);
  });
  expect(await screen.findByText("Nothing is entered yet")).toBeVisible();
});

it("has no link for viewers who may only read", async () => {
  open(readable);
  expect(await screen.findByText("Nothing is entered yet")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Fill in" })).toBeNull();
});
