import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import EditPage from "../../../../src/workspace/editing/EditPage";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const path = "/lists/ports/:id";
const editable: Resource = {
  ...ports,
  calls: {
    ...ports.calls,
    detail: { path },
    update: { method: "PUT", path, body: "port" },
  },
};
const body = {
  type: "object",
  required: ["name"],
  properties: { name: port.properties.name, depth: port.properties.depth },
};

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

it("keeps the entries when a new form is published, and offers the new form", async () => {
  const detail = { id: "7", name: "Kobe", depth: 18, cranes: 4 };
  fakeServer(({ path: asked }) => {
    if (asked === "/api/port.json") return { body };
    if (asked === "/api/port-2.json")
      return {
        body: {
          ...body,
          properties: { ...body.properties, cranes: { type: "integer" } },
        },
      };
    return { body: { success: true, detail }, headers: { etag: '"1"' } };
  });
  const workspaceWith = (name: string) =>
    createWorkspace({
      ...workspaceOf([editable]),
      schemas: { port },
      forms: { port: { schema: `/${name}.json`, validator: "/port.js" } },
    });
  const { show } = renderInWorkspace(
    <Routes>
      <Route
        path="/ports/:id/edit"
        element={<EditPage resource={editable} />}
      />
    </Routes>,
    { workspace: workspaceWith("port"), address: "/ports/7/edit" },
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Port"), "!");
  show(workspaceWith("port-2"));
  expect(screen.getByLabelText("Port")).toHaveValue("Kobe!");
  await user.click(
    await screen.findByRole("button", { name: "Use the new form" }),
  );
  expect(screen.getByLabelText("Port")).toHaveValue("Kobe!");
  expect(screen.getByLabelText(/cranes/i)).toHaveValue("4");
  expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
});

it("keeps the values of the form when the row changes, and sends the version that was compared", async () => {
  const row = { id: "7", name: "Kobe", depth: 18, version: 1 };
  let present = row;
  const sent: { tag: string | null; values: unknown }[] = [];
  fakeServer(({ path: asked, method, headers, body: values }) => {
    if (asked.endsWith(".json")) return { body };
    if (method === "PUT") {
      sent.push({ tag: headers.get("if-match"), values });
      return { body: { success: true } };
    }
    const etag = `"${present.version}"`;
    return { body: { success: true, detail: present }, headers: { etag } };
  });
  const { queryClient } = renderInWorkspace(
    <Routes>
      <Route
        path="/ports/:id/edit"
        element={<EditPage resource={editable} />}
      />
      <Route path="*" element={null} />
    </Routes>,
    {
      workspace: createWorkspace({
        ...workspaceOf([editable]),
        schemas: { port },
        forms: { port: { schema: "/port.json", validator: "/port.js" } },
      }),
      address: "/ports/7/edit",
    },
  );
  const user = userEvent.setup();
  const name = await screen.findByLabelText("Port");
  await user.type(name, "!");
  present = { ...row, depth: 20, version: 2 };
  await queryClient.invalidateQueries({ queryKey: ["edit", "ports", "7"] });
  await user.click(await screen.findByRole("button", { name: "Compare" }));
  expect(name).toHaveValue("Kobe!");
  expect(screen.getByLabelText("Depth (optional)")).toHaveValue("18");
  await user.click(
    screen.getByRole("button", { name: "Save the chosen values" }),
  );
  await waitFor(() => {
    expect(sent).toEqual([
      { tag: '"2"', values: { name: "Kobe!", depth: 20 } },
    ]);
  });
});

it("shows the form only while the row may be changed, and keeps it with what was typed", async () => {
  let present = { id: "7", name: "Kobe", depth: 30, version: 1 };
  fakeServer(({ path: asked }) =>
    asked.endsWith(".json")
      ? { body }
      : {
          body: { success: true, detail: present },
          headers: { etag: `"${present.version}"` },
        },
  );
  const { update } = editable.calls;
  if (!update) throw new Error("The list has the call.");
  const conditions = { field: "depth", atMost: 20 };
  const guarded: Resource = {
    ...editable,
    calls: { ...editable.calls, update: { ...update, conditions } },
  };
  const { queryClient } = renderInWorkspace(
    <Routes>
      <Route path="/ports/:id/edit" element={<EditPage resource={guarded} />} />
    </Routes>,
    {
      workspace: createWorkspace({
        ...workspaceOf([guarded]),
        schemas: { port },
        forms: { port: { schema: "/port.json", validator: "/port.js" } },
      }),
      address: "/ports/7/edit",
    },
  );
  const change = async (depth: number) => {
    present = { ...present, depth, version: present.version + 1 };
    await queryClient.invalidateQueries({ queryKey: ["edit", "ports", "7"] });
  };
  expect(
    await screen.findByText(/Possible only if Depth is at most 20/),
  ).toBeVisible();
  expect(screen.queryByLabelText("Port")).toBeNull();
  await change(20);
  const name = await screen.findByLabelText("Port");
  expect(screen.queryByText(/Possible only if/)).toBeNull();
  await userEvent.setup().type(name, "!");
  await change(21);
  expect(await screen.findByText(/Possible only if/)).toBeVisible();
  expect(screen.getByLabelText("Port")).toHaveValue("Kobe!");
});
