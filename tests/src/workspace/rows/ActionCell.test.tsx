import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
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
    enabled: { field: "name", in: ["Kobe", "Yokohama"] },
    ...(isRecord && { edits: [name] }),
  })),
});

type Sent = { path: string; body: unknown };

let sent: Sent[];
let answer: () => object | Promise<object>;
let rows: { id: string; depth: number; version: number }[];
/** Whether the actions are changes of records. */
let isRecord: boolean;
let reread: () => Promise<void>;

beforeAll(installDialogs);
beforeAll(() => import("../../../../src/workspace/rows/ActionCell"));
beforeAll(() => import("../../../../src/workspace/actions/RowMenu"));
beforeEach(() => {
  lists += 1;
  screenIs("desk");
  sent = [];
  answer = () => ({ body: { success: true } });
  isRecord = false;
  rows = [
    { id: "7", name: "Kobe", depth: 18, isOpen: false, country: "japan" },
    { id: "8", name: "Otaru", depth: 5, isOpen: true, country: "japan" },
    { id: "9", name: "Yokohama", depth: 9, isOpen: true, country: "russia" },
  ].map((row) => ({ ...row, version: 1 }));
});

/** The server's reply to a change of an older version. */
const stale = (current: object) => ({
  status: 409,
  body: { success: false, messageCode: "stale_row", current },
});

/** Another person changes the first row; the list is read again. */
async function changeFirst(change: { depth?: number; version: number }) {
  rows = rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
  await act(reread);
}

const connectionIs = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

function renderBerths() {
  fakeServer(async ({ path, method, body }) => {
    const form = names.find((name) => path.endsWith(`/${name}.json`));
    if (form) return { body: bodies[form] };
    if (method === "PUT") {
      sent.push({ path, body });
      return await answer();
    }
    const pageInfo = { page: 1, pageSize: 20, totalSearchResults: 2 };
    return { body: { success: true, rows, pageInfo } };
  });
  const resource = berths();
  const list = (
    <>
      <ListingPage resource={resource} />
      <Link to="/elsewhere">Elsewhere</Link>
      <Toasts />
    </>
  );
  const { queryClient } = renderInWorkspace(list, {
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
  reread = () => queryClient.invalidateQueries();
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

  it("keeps its value on Escape, and asks before a link leaves it", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("21");
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await user.click(await screen.findByText("Keep editing"));
    await user.type(screen.getByDisplayValue("21"), "{Escape}");
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

  it("asks with both values after a conflict, and saves its own by another Enter", async () => {
    answer = () => stale({ depth: 40, version: 5 });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    expect(
      await screen.findByText(/Somebody else has set this to 40.*Yours is 30/),
    ).toBeInTheDocument();
    answer = () => ({ body: { success: true } });
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(sent[1]?.body).toEqual({ portId: "7", version: 5, depth: 30 });
    });
  });

  it("is not saved over a value that arrived while it was typed, without a question", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ depth: 40, version: 2 });
    await screen.findByText(/Somebody else has set this to 40.*Yours is 30/);
    await user.keyboard("{Enter}");
    await screen.findByText(/Press Enter again to save 30/);
    expect(sent).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(sent[0]?.body).toEqual({ portId: "7", version: 2, depth: 30 });
    });
  });

  it("gives way to the value of somebody else on request", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ depth: 40, version: 2 });
    await user.click(
      await screen.findByRole("button", { name: /^Keep 40/, hidden: true }),
    );
    expect(screen.getByText(/^40/)).toBeInTheDocument();
    expect(await pencil()).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it("keeps the version that it was opened with when another field has changed", async () => {
    answer = () => stale({ depth: 18, isOpen: true, version: 2 });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ version: 2 });
    expect(screen.queryByText(/Somebody else/)).not.toBeInTheDocument();
    await user.keyboard("{Enter}");
    await screen.findByText(/changed another value of this row/);
    expect(sent[0]?.body).toMatchObject({ version: 1 });
    expect(screen.queryByText(/has set this/)).not.toBeInTheDocument();
  });

  it("leaves the focus to another input when it comes back refused", async () => {
    let refuse = () => {};
    answer = () =>
      new Promise((resolve) => {
        refuse = () => {
          resolve(refusal(422, "declined", { message: "Rock" }));
        };
      });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    await user.click(
      await screen.findByRole("button", { name: "Edit Depth of Yokohama" }),
    );
    await user.keyboard("1");
    refuse();
    expect(await screen.findByText("Rock")).toBeInTheDocument();
    await user.keyboard("2");
    const [first, other] = screen.getAllByRole("textbox");
    expect(first).toHaveValue("30");
    expect(other).toHaveValue("12");
    expect(other).toHaveFocus();
  });
});

describe("a cell without a connection", () => {
  afterEach(() => {
    connectionIs(true);
    vi.restoreAllMocks();
  });

  it("keeps a value that is not sent, and says so", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    connectionIs(false);
    await user.keyboard("21{Enter}");
    await screen.findByText("You are offline. Nothing was changed.");
    expect(screen.getByRole("textbox")).toHaveValue("21");
    connectionIs(true);
    expect(sent).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(sent).toMatchObject([{ body: { version: 1, depth: 21 } }]);
    });
  });

  it("sends the value of a record when the connection is back, with the version it was opened with", async () => {
    isRecord = true;
    const user = renderBerths();
    await user.click(await pencil());
    connectionIs(false);
    await user.keyboard("21{Enter}");
    expect(
      await screen.findByText("Waiting for the connection"),
    ).toBeInTheDocument();
    expect(screen.getByText(/^21/)).toBeInTheDocument();
    const closing = new Event("beforeunload", { cancelable: true });
    dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    rows = rows.map((row) => ({ ...row, version: 2 }));
    answer = () => stale({ depth: 40, version: 2 });
    connectionIs(true);
    await screen.findByText(/Somebody else has set this to 40.*Yours is 21/);
    expect(sent).toMatchObject([{ body: { version: 1, depth: 21 } }]);
  });

  it("turns a switch back", async () => {
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    connectionIs(false);
    await user.click(turn);
    await screen.findByText(/Kobe.* was not changed: You are offline/);
    expect(turn).not.toBeChecked();
    expect(sent).toEqual([]);
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
      await screen.findByRole("button", { name: /^Change .+ of Kobe/ }),
    );
    const menu = await screen.findByRole("dialog");
    await user.click(within(menu).getByRole("button", { name: "Russia" }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ body: { country: "russia" } }]);
    });
    expect(
      screen.queryByRole("button", { name: /^Change .+ of Otaru/ }),
    ).not.toBeInTheDocument();
  });
});
