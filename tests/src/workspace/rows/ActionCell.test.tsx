import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { debounce } from "../../../../domain/limits";
import type { Resource } from "../../../../domain/resource";
import { Toasts } from "../../../../src/layout/Toasts";
import {
  createWorkspace,
  ownServer,
} from "../../../../src/providers/createWorkspace";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const bodyOf = (name: string, field: object) => ({
  type: "object",
  required: ["portId", name],
  properties: {
    portId: { type: "string" },
    version: { type: "integer" },
    [name]: field,
  },
});
const bodies = {
  depth: bodyOf("depth", { type: ["integer", "null"], minimum: 0 }),
  isOpen: bodyOf("isOpen", { type: "boolean" }),
  country: bodyOf("country", { type: "string", enum: ["japan", "russia"] }),
};
const names = ["depth", "isOpen", "country"] as const;

const schema = {
  ...port,
  properties: {
    ...port.properties,
    depth: { ...port.properties.depth, minimum: 0, maximum: 99 },
    isOpen: { title: "Open", type: "boolean" },
    version: { type: "integer" },
  },
};

let lists = 0;

const berths = (): Resource => ({
  ...ports,
  name: `berths${lists}`,
  filters: [],
  columns: [
    { id: "name", fields: ["name"] },
    ...names.map((name) => ({ id: name, fields: [name], action: name })),
  ],
  actions: names.map((name) => ({
    id: name,
    on: ["row"],
    method: "PUT",
    path: `/ports/${name}`,
    body: `${name}#/definitions/body`,
    values: { portId: "@key", version: "@version" },
    patch: { [name]: name },
    enabled: { field: "name", in: ["Kobe"] },
  })),
});

type Sent = { path: string; body: unknown };

let sent: Sent[];
let answer: () => object;

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/workspace/rows/ActionCell"));
beforeAll(() => import("../../../../src/workspace/actions/RowMenu"));
beforeEach(() => {
  lists += 1;
  screenIs("desk");
  sent = [];
  answer = () => ({ body: { success: true } });
});

function renderBerths() {
  const rows = [
    { id: "7", name: "Kobe", depth: 18, isOpen: false, country: "japan" },
    { id: "8", name: "Otaru", depth: 5, isOpen: true, country: "japan" },
  ].map((row) => ({ ...row, version: 1 }));
  fakeServer(({ path, method, body }) => {
    const form = names.find((name) => path.endsWith(`/${name}.json`));
    if (form) return { body: bodies[form] };
    if (method === "PUT") {
      sent.push({ path, body });
      return answer();
    }
    const pageInfo = { page: 1, pageSize: 20, totalSearchResults: 2 };
    return { body: { success: true, rows, pageInfo } };
  });
  const resource = berths();
  const list = (
    <>
      <ListingPage resource={resource} />
      <Toasts />
    </>
  );
  renderInWorkspace(list, {
    workspace: createWorkspace({
      resources: [resource],
      schemas: { port: schema },
      routes: [],
      viewerVersion: "1",
      declarationsHash: "1",
      capabilities: ownServer,
      forms: Object.fromEntries(
        names.map((name) => [
          `${name}#/definitions/body`,
          { schema: `/${name}.json`, validator: `/${name}.js` },
        ]),
      ),
    }),
    address: "/ports",
  });
  return userEvent.setup();
}

const pencil = () =>
  screen.findByRole("button", { name: "Edit Depth of Kobe" });

describe("a number in a cell", () => {
  it("is edited by its pencil and saved by Enter", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    expect(screen.getByLabelText("Edit Depth of Kobe")).toHaveFocus();
    await user.keyboard("21{Enter}");
    expect(await pencil()).toHaveFocus();
    expect(await screen.findByText(/^21/)).toBeInTheDocument();
    await waitFor(() => {
      expect(sent).toEqual([
        {
          path: "/api/ports/depth",
          body: { portId: "7", version: 1, depth: 21 },
        },
      ]);
    });
  });

  it("keeps its value on Escape", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("21{Escape}");
    expect(await pencil()).toHaveFocus();
    expect(screen.getByText(/^18/)).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("that is invalid or refused stays in the input with the reason", async () => {
    answer = () =>
      refusal(422, "invalid_fields", { errors: { depth: ["Rock"] } });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("100{Enter}");
    expect(await screen.findByText("Invalid field")).toBeInTheDocument();
    expect(sent).toEqual([]);
    const input = screen.getByRole("textbox");
    await user.clear(input);
    await user.type(input, "30{Enter}");
    expect(await screen.findByText("Rock")).toBeInTheDocument();
    expect(screen.getByRole("textbox")).toHaveValue("30");
  });

  it("shows the value of somebody else after a conflict, and replaces it when saved again", async () => {
    const current = { depth: 40, version: 5 };
    const stale = { success: false, messageCode: "stale_row", current };
    answer = () => ({ status: 409, body: stale });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    expect(
      await screen.findByText(/Somebody else has set this to 40/),
    ).toBeInTheDocument();
    answer = () => ({ body: { success: true } });
    await user.type(screen.getByRole("textbox"), "{Enter}");
    await waitFor(() => {
      expect(sent[1]?.body).toEqual({ portId: "7", version: 5, depth: 30 });
    });
  });
});

describe("a switch in a cell", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return () => {
      vi.useRealTimers();
    };
  });

  it("turns at once and is sent after a wait, unless it is turned back", async () => {
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    await user.click(turn);
    expect(turn).toBeChecked();
    await user.click(turn);
    expect(turn).not.toBeChecked();
    vi.advanceTimersByTime(debounce.toggle + 1);
    expect(sent).toEqual([]);
    await user.click(turn);
    vi.advanceTimersByTime(debounce.toggle + 1);
    await waitFor(() => {
      expect(sent).toEqual([
        {
          path: "/api/ports/isOpen",
          body: { portId: "7", version: 1, isOpen: true },
        },
      ]);
    });
    expect(turn).toBeChecked();
  });

  it("turns back with a message when the change is refused", async () => {
    answer = () => refusal(422, "bid_not_editable", { message: "Too late" });
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    await user.click(turn);
    vi.advanceTimersByTime(debounce.toggle + 1);
    expect(await screen.findByText(/Too late/)).toBeInTheDocument();
    expect(turn).not.toBeChecked();
  });
});

describe("a choice in a cell", () => {
  it("opens the choices of its action, where the row allows it", async () => {
    const user = renderBerths();
    await user.click(
      await screen.findByRole("button", { name: /Change for Kobe/ }),
    );
    const menu = await screen.findByRole("dialog");
    await user.click(within(menu).getByRole("button", { name: "Russia" }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ body: { country: "russia" } }]);
    });
    expect(
      screen.queryByRole("button", { name: /Change for Otaru/ }),
    ).not.toBeInTheDocument();
  });
});
