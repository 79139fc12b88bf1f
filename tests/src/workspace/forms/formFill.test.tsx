import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import type { Row } from "../../../../src/providers/dataProvider";
import { BodyForm } from "../../../../src/workspace/forms/SchemaForm";
import type { SendForm } from "../../../../src/workspace/forms/useBodyForm";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

/** The pilots of a port, whose details fill the form of a visit. */
const pilot: RowSchema = {
  $id: "pilot",
  properties: {
    id: { type: "string" },
    portId: { title: "Port", type: "string" },
    name: { title: "Pilot", type: "string" },
    phone: { title: "Phone", type: "string" },
  },
};
const pilots = {
  ...ports,
  ...{ name: "pilots", route: "/pilots", row: "pilot", sorts: [] },
  calls: {
    list: {
      path: "/lists/pilots",
      rows: "rows",
      total: "pageInfo.totalSearchResults",
    },
    detail: { path: "/lists/pilots/:id" },
  },
  columns: [{ id: "name", fields: ["name"] }],
  card: { title: ["name"] },
  filters: [{ field: "portId", id: "port" }],
} as unknown as Resource;
const schema = {
  type: "object",
  required: ["ship"],
  properties: {
    ship: { title: "Ship", type: "string" },
    pilotName: { title: "Pilot's name", type: ["string", "null"] },
    pilotPhone: { title: "Pilot's phone", type: ["string", "null"] },
    remark: { title: "Remark", type: ["string", "null"] },
  },
};
const form = {
  sections: [
    { id: "ship", fields: ["ship"] },
    {
      ...{ id: "pilot", fields: ["pilotName", "pilotPhone", "remark"] },
      fillFrom: {
        ...{ list: "pilots", filter: "port", by: "portId" },
        fields: { pilotName: "name", pilotPhone: "phone" },
      },
    },
  ],
} satisfies Resource["form"];

/** The server answers with the details of a pilot when this has resolved. */
let detailArrives: Promise<void>;

beforeAll(installDialogs);
beforeEach(() => {
  detailArrives = Promise.resolve();
  screenIs("phone");
});

function open(list: Resource, subject: Row = { portId: "7" }) {
  const calls = fakeServer(async ({ path }) => {
    const row = { id: "1", portId: "7", name: "Ito" };
    if (!path.endsWith("/1"))
      return { body: { rows: [row], pageInfo: { totalSearchResults: 1 } } };
    await detailArrives;
    return { body: { success: true, detail: { ...row, phone: "045" } } };
  });
  const onSubmit = vi.fn<SendForm>(async () => Promise.resolve());
  const workspace = createWorkspace({
    resources: [ports, list],
    schemas: { port, pilot },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  const { queryClient } = renderInWorkspace(
    <BodyForm
      body="visit"
      schema={schema}
      validate={null}
      resource={{ name: "visits", form }}
      submitLabel="Save"
      onSubmit={onSubmit}
      row={{ ship: "Maru", pilotName: "Sato", remark: "At night" }}
      subject={subject}
    />,
    { workspace, address: "/visits/new" },
  );
  return { calls, onSubmit, queryClient, user: userEvent.setup() };
}

const fillButton = () =>
  screen.queryByRole("button", { name: /^Fill in from/ });
const valueOf = (name: RegExp) =>
  screen.getByRole<HTMLInputElement>("textbox", { name }).value;

it("fills fields from a chosen row of the other list and leaves the others as they are", async () => {
  const { calls, onSubmit, user } = open(pilots);
  await user.type(screen.getByRole("textbox", { name: /Remark/ }), "!");
  await user.click(fillButton() ?? document.body);
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: "Ito" }));
  expect(await screen.findByText("Filled in from “Ito”.")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.some((call) => call.includes("port=7"))).toBe(true);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    ...{ ship: "Maru", pilotName: "Ito", pilotPhone: "045" },
    remark: "At night!",
  });
});

it("puts the former values back", async () => {
  const { user } = open(pilots);
  await user.click(fillButton() ?? document.body);
  await user.click(await screen.findByRole("button", { name: "Ito" }));
  const undo = { name: "Put the former values back" };
  await user.click(await screen.findByRole("button", undo));
  expect(valueOf(/Pilot's name/)).toBe("Sato");
  expect(valueOf(/Pilot's phone/)).toBe("");
});

it("changes nothing if the dialog is closed before the row has arrived", async () => {
  const { queryClient, user } = open(pilots);
  let arrive: () => void = () => undefined;
  detailArrives = new Promise((resolve) => {
    arrive = resolve;
  });
  await user.click(fillButton() ?? document.body);
  await user.click(await screen.findByRole("button", { name: "Ito" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  arrive();
  await waitFor(() => {
    const [read] = queryClient.getMutationCache().getAll();
    expect(read?.state.status).toBe("success");
  });
  expect(valueOf(/Pilot's name/)).toBe("Sato");
  expect(screen.queryByText(/^Filled in from/)).toBeNull();
});

it("has no button without the rows in full or without the value of the filter", () => {
  const { detail: _detail, ...calls } = pilots.calls;
  open({ ...pilots, calls });
  expect(fillButton()).toBeNull();
});

it("offers all rows that a reader without the filter sees", async () => {
  const { calls, user } = open({ ...pilots, filters: [] }, {});
  await user.click(fillButton() ?? document.body);
  await screen.findByRole("button", { name: "Ito" });
  expect(calls.some((call) => call.includes("port="))).toBe(false);
});
