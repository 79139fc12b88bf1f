import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Field, Resource } from "../../../../domain/resource";
import type { RecordEffectsReply } from "../../../../generated/schemas";
import { Toasts } from "../../../../src/layout/Toasts";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import { copyPathOf } from "../../../../src/workspace/copyPath";
import NewPage from "../../../../src/workspace/editing/NewPage";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const path = "/lists/ports";
const papers: Field = {
  title: "Papers",
  type: ["array", "null"],
  "x-file": { types: ["pdf"] },
};
const row = { ...port, properties: { ...port.properties, papers } };
const writable: Resource = {
  ...ports,
  store: "records",
  detailRoute: "/ports/:id",
  calls: {
    ...ports.calls,
    detail: { path: `${path}/:id` },
    create: { method: "POST", path, body: "port" },
  },
};
const body = {
  type: "object",
  required: ["name"],
  properties: {
    name: port.properties.name,
    depth: { ...port.properties.depth, default: 9 },
    papers,
  },
};

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("desk");
});

const effects: RecordEffectsReply["effects"] = [
  {
    title: "Open quotes",
    path: "/quotes",
    notes: [],
    groups: [
      {
        ...{
          text: "3 open quotes have another price now.",
          facts: [],
          more: 1,
        },
        rows: ["5", "6"].map((id) => ({
          ...{ title: "Prius", path: `/quotes/${id}`, details: [] },
          ...{ before: "¥1", after: "¥2" },
        })),
      },
    ],
  },
];

const open = (address: string, shown: object = body, declared = writable) => {
  const sent: unknown[] = [];
  const calls = fakeServer(({ path: asked, method, query, body: values }) => {
    if (asked.endsWith(".json")) return { body: shown };
    if (method === "POST") {
      sent.push(values);
      return { body: { success: true, version: 1, detail: { id: "8" } } };
    }
    if (asked.endsWith("/record-effects"))
      return {
        body: {
          success: true,
          effects: query.get("id") === "8" ? effects : [],
        },
      };
    const file = { id: "1", name: "a.pdf", type: "application/pdf", size: 9 };
    const detail = { id: "7", name: "Kobe", depth: 18, papers: [file] };
    return { body: { success: true, detail }, headers: { etag: '"3"' } };
  });
  renderInWorkspace(
    <>
      <Routes>
        <Route path="/ports/new" element={<NewPage resource={declared} />} />
        <Route path="*" element={null} />
      </Routes>
      <Toasts />
    </>,
    {
      workspace: createWorkspace({
        ...workspaceOf([declared]),
        schemas: { port: row },
        forms: { port: { schema: "/port.json", validator: "/port.js" } },
      }),
      address,
    },
  );
  return { sent, calls, user: userEvent.setup() };
};

it("begins with the values of the row that is copied but not its files, and adds a new row", async () => {
  const { sent, user } = open(copyPathOf(writable, "7") ?? "");
  const name = await screen.findByLabelText("Port");
  expect(name).toHaveValue("Kobe");
  expect(screen.getByLabelText("Depth (optional)")).toHaveValue("18");
  await user.type(name, " East");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(sent).toEqual([{ name: "Kobe East", depth: 18, papers: null }]);
  });
});

it("says what the saved row does to rows of other lists, with a link", async () => {
  const { user } = open(copyPathOf(writable, "7") ?? "");
  await user.type(await screen.findByLabelText("Port"), " East");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText(/3 open quotes have another price now/),
  ).toBeVisible();
  const link = screen.getByRole("link", { name: "Open quotes" });
  expect(link).toHaveAttribute("href", "/quotes");
});

it("begins with the defaults without such a row", async () => {
  open("/ports/new");
  expect(await screen.findByLabelText("Port")).toHaveValue("");
  expect(screen.getByLabelText("Depth (optional)")).toHaveValue("9");
});

it("offers no copy of a row whose form has other fields than the row", () => {
  const create = {
    method: "POST",
    path,
    body: "port#/definitions/create",
  } as const;
  const calls = { ...writable.calls, create };
  expect(copyPathOf({ ...writable, calls }, "7")).toBeUndefined();
});

it("offers only choices that the conditions of the call allow the viewer", async () => {
  const { country } = port.properties;
  const { create } = writable.calls;
  if (!create) throw new Error("The list has a call to create.");
  const conditions = {
    any: [
      { viewer: { roles: ["admin" as const] } },
      { field: "country", in: ["japan"] },
    ],
  };
  const calls = { ...writable.calls, create: { ...create, conditions } };
  const properties = { ...body.properties, country };
  const { user } = open(
    "/ports/new",
    { ...body, required: ["name", "country"], properties },
    { ...writable, calls },
  );
  await user.click(await screen.findByRole("combobox", { name: /Country/ }));
  const offered = screen
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(offered).toContain("Japan");
  expect(offered).not.toContain("Russia");
});
