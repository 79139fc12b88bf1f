import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withDefaultCalls } from "../../../../domain/listing/defaultCalls";
import type {
  DeclaredResource,
  Resource,
  RowSchema,
} from "../../../../domain/resource";
import { withMoves } from "../../../../domain/states";
import { Toasts } from "../../../../src/layout/Toasts";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { registerAreas } from "../../../../src/workspace/registry/areas";
import { fakeServer } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { port, ports } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

/** A port whose state goes from planned to open, which needs its depth, and to closed. */
const schema: RowSchema = {
  ...port,
  properties: {
    ...port.properties,
    version: { type: "integer" },
    state: {
      title: "State",
      type: "string",
      enum: ["planned", "open", "closed"],
      "x-tones": { open: "green" },
      "x-states": [
        { from: ["planned"], to: "open" },
        { from: ["open"], to: "closed", requires: ["depth"] },
      ],
    },
  },
};
const declared = {
  ...ports,
  store: "records",
  calls: { facets: {} },
  filters: [{ field: "state" }, { field: "country" }],
  boards: ["state", "country"],
  actions: [{ id: "state", on: ["row"], moves: "state" }],
} as unknown as DeclaredResource;

type Port = { id: string; name: string; state: string; version: number };

let stored: Port[];
let lists = 0;
let failing: string | null;

/** A panel of a row in which people type. */
const Notes = () => <textarea aria-label="Note" />;

beforeAll(installDialogs);
beforeAll(() => {
  registerAreas([
    {
      panels: {
        notes: {
          icon: "chat",
          label: "list.panel.toggle",
          markedLabel: "list.panel.toggle",
          load: () => Promise.resolve({ default: Notes }),
        },
      },
    },
  ]);
});
beforeEach(() => {
  screenIs("desk");
  lists += 1;
  failing = null;
  stored = [
    ["1", "Kobe", "planned"],
    ["2", "Osaka", "planned"],
    ["3", "Otaru", "open"],
  ].map(([id = "", name = "", state = ""]) => ({
    id,
    name,
    state,
    version: 4,
  }));
});

const properties = {
  state: { type: "string", enum: ["planned", "open", "closed"] },
  depth: { title: "Depth", type: "integer" },
  version: { type: "integer" },
};
const formOf = (...names: (keyof typeof properties)[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
});

/** Opens the list of ports at a URL; the server keeps the ports in `stored`. */
function open(
  search = "?board=state",
  more: Pick<DeclaredResource, "rowPanel"> = {},
) {
  const named = { ...declared, ...more, name: `ports${String(lists)}` };
  const resource: Resource = withDefaultCalls(withMoves(named, schema));
  const form = (fields: string) => ({
    schema: `/forms/${fields}`,
    validator: "/forms/check",
  });
  const workspace = createWorkspace({
    resources: [resource],
    schemas: { port: schema },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
    forms: {
      "port#/fields/state": form("state"),
      "port#/fields/state,depth": form("state,depth"),
    },
  });
  const writes: unknown[] = [];
  let running = 0;
  const load = { most: 0 };
  const calls = fakeServer(async ({ path, method, query, body: sent }) => {
    if (path.endsWith("/forms/state"))
      return { body: formOf("state", "version") };
    if (path.endsWith("/forms/state,depth"))
      return { body: formOf("state", "depth", "version") };
    if (method === "PATCH") {
      writes.push(sent);
      const id = path.split("/").at(-1);
      const row = stored.find((each) => each.id === id);
      const next = {
        ...row,
        ...(sent as Port),
        version: (row?.version ?? 0) + 1,
      };
      stored = stored.map((each) => (each.id === id ? next : each));
      return { body: { success: true, version: next.version, detail: next } };
    }
    const state = query.get("state");
    if (path.endsWith("/filters")) {
      const counter = (value: string) =>
        stored.filter((each) => each.state === value).length;
      return {
        body: {
          success: true,
          totalSearchResults: stored.length,
          totalResults: stored.length,
          state: ["planned", "open", "closed"]
            .map((value) => ({ value, label: value, counter: counter(value) }))
            .filter((option) => option.counter > 0),
          country: [],
        },
      };
    }
    if (state !== null && state === failing) return { status: 500, body: {} };
    running += 1;
    load.most = Math.max(load.most, running);
    await Promise.resolve();
    running -= 1;
    const found = stored.filter(
      (each) => state === null || each.state === state,
    );
    const size = Number(query.get("pageSize"));
    return {
      body: {
        success: true,
        rows: found.slice(0, size),
        pageInfo: {
          ...{ page: 1, pageSize: size },
          totalSearchResults: found.length,
          totalResults: stored.length,
        },
      },
    };
  });
  const { queryClient } = renderInWorkspace(
    <>
      <ListingPage resource={resource} />
      <Toasts />
    </>,
    { workspace, address: `/ports${search}` },
  );
  /** Reads the columns again, as after an event of the server. */
  const refresh = () =>
    act(async () => {
      const queryKey = [named.name, "board"];
      await queryClient.invalidateQueries({ queryKey });
    });
  return { user: userEvent.setup(), writes, calls, load, refresh };
}

/** Somebody else gives a port another state. */
const change = (id: string, state: string) => {
  stored = stored.map((each) =>
    each.id === id ? { ...each, state, version: each.version + 1 } : each,
  );
};

const column = (name: string) => screen.findByRole("region", { name });
const names = (region: HTMLElement) =>
  within(region)
    .queryAllByRole("listitem")
    .map((card) => card.textContent.split(/\d/)[0]);
const address = () => screen.getByTestId("address").textContent;

describe("the board of a list", () => {
  it("has a column for each value with rows, and for values that they can reach", async () => {
    const { calls } = open();
    expect(names(await column("Planned"))).toEqual(["Kobe", "Osaka"]);
    expect(names(await column("Open"))).toEqual(["Otaru"]);
    expect(within(await column("Closed")).getByText("No rows")).toBeVisible();
    expect(calls.some((call) => call.includes("state=closed"))).toBe(false);
  });

  it("has a number on each column that opens its rows in the list", async () => {
    const { user } = open("?country=japan&sort=name&order=DESC&board=state");
    const planned = await column("Planned");
    await user.click(
      within(planned).getByRole("link", { name: /^Planned: 2\b/ }),
    );
    await waitFor(() => {
      expect(address()).toBe(
        "/ports?state=planned&country=japan&sort=name&order=DESC",
      );
    });
    expect(await screen.findByRole("table")).toBeVisible();
  });

  it("reads the columns with the filters, search and order of the list", async () => {
    const { calls } = open("?country=japan&sort=name&order=DESC&board=state");
    await column("Planned");
    expect(calls.filter((call) => call.includes("state=planned"))).toEqual([
      expect.stringMatching(/country=japan.*|.*country=japan/) as string,
    ]);
  });

  it("opens from the table and keeps the field in the URL", async () => {
    const { user } = open("");
    await user.click(await screen.findByRole("button", { name: "Board" }));
    await column("Planned");
    expect(address()).toBe("/ports?board=state");
    const fields = screen.getByRole("group", { name: "Board by" });
    await user.click(within(fields).getByRole("button", { name: "Country" }));
    await waitFor(() => {
      expect(address()).toBe("/ports?board=country");
    });
    await user.click(screen.getByRole("button", { name: "Table" }));
    expect(await screen.findByRole("table")).toBeVisible();
    expect(address()).toBe("/ports");
  });

  it("offers to load a column again that has failed, and shows the others", async () => {
    failing = "open";
    const { user } = open();
    expect(names(await column("Planned"))).toEqual(["Kobe", "Osaka"]);
    const failed = await column("Open");
    failing = null;
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await waitFor(() => {
      expect(names(failed)).toEqual(["Otaru"]);
    });
  });

  it("keeps the cards of a column that could not be read again", async () => {
    const { user, refresh } = open();
    const opened = await column("Open");
    failing = "open";
    await refresh();
    expect(names(opened)).toEqual(["Otaru"]);
    expect(
      within(opened).getByRole("link", { name: /^Open: 1\b/ }),
    ).toBeVisible();
    failing = null;
    await user.click(within(opened).getByRole("button", { name: "Try again" }));
    await waitFor(() => {
      expect(within(opened).queryByRole("button", { name: "Try again" })).toBe(
        null,
      );
    });
    expect(names(opened)).toEqual(["Otaru"]);
  });

  it("keeps the cards of a column whose other rows could not be read", async () => {
    stored = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: String(index), name: "Kobe", state: "planned", version: 1 },
    }));
    const { user } = open();
    const planned = await column("Planned");
    failing = "planned";
    await user.click(
      within(planned).getByRole("button", { name: "Show more" }),
    );
    await within(planned).findByRole("button", { name: "Try again" });
    expect(names(planned)).toHaveLength(20);
  });

  it("shows more rows of a long column, and then leads to all of them", async () => {
    stored = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: String(index), name: "Kobe", state: "planned", version: 1 },
    }));
    const { user } = open();
    const planned = await column("Planned");
    expect(names(planned)).toHaveLength(20);
    await user.click(
      within(planned).getByRole("button", { name: "Show more" }),
    );
    await waitFor(() => {
      expect(names(planned)).toHaveLength(50);
    });
    expect(
      within(planned).getByRole("link", { name: "All 60 in the list" }),
    ).toHaveAttribute("href", "/ports?state=planned");
  });
});

describe("a card of a board", () => {
  const menuOf = async (
    user: ReturnType<typeof userEvent.setup>,
    name: string,
  ) => {
    const button = await screen.findByRole("button", { name: `Move ${name}` });
    button.focus();
    await user.keyboard("{Enter}");
    return screen.findByRole("dialog");
  };

  it("moves by its menu, keeps the focus and is counted in its new column", async () => {
    const { user, writes } = open();
    const menu = await menuOf(user, "Kobe");
    expect(within(menu).queryByRole("button", { name: "→ Closed" })).toBeNull();
    within(menu).getByRole("button", { name: "→ Open" }).focus();
    await user.keyboard("{Enter}");
    const opened = await column("Open");
    await waitFor(() => {
      expect(names(opened)).toContain("Kobe");
    });
    expect(
      within(opened).getByRole("link", { name: /^Open: 2\b/ }),
    ).toBeVisible();
    expect(names(await column("Planned"))).toEqual(["Osaka"]);
    expect(writes).toEqual([{ state: "open", version: 4 }]);
    await waitFor(() => {
      expect(
        within(opened).getByRole("button", { name: "Move Kobe" }),
      ).toHaveFocus();
    });
  });

  it("gets the focus in its new column if it had it, and only then", async () => {
    const { user, refresh } = open();
    const buttonOf = (name: string) =>
      screen.findByRole("button", { name: `Move ${name}` });
    (await buttonOf("Kobe")).focus();
    change("1", "open");
    await refresh();
    expect(names(await column("Open"))).toContain("Kobe");
    expect(await buttonOf("Kobe")).toHaveFocus();
    (await buttonOf("Osaka")).focus();
    await user.click(document.body);
    change("2", "open");
    await refresh();
    expect(names(await column("Open"))).toContain("Osaka");
    expect(document.body).toHaveFocus();
  });

  it("stays where it is while somebody types in its panel", async () => {
    const { user, refresh } = open("?board=state", { rowPanel: "notes" });
    const toggle = { name: "Details of Kobe" };
    await user.click(await screen.findByRole("button", toggle));
    await user.type(await screen.findByLabelText("Note"), "half");
    change("1", "open");
    await refresh();
    await user.keyboard(" a line");
    expect(screen.getByLabelText("Note")).toHaveValue("half a line");
    const moveOf = async (name: string) =>
      within(await column(name)).queryByRole("button", { name: "Move Kobe" });
    expect(await moveOf("Planned")).toBeVisible();
    await user.click(screen.getByRole("button", toggle));
    expect(await moveOf("Open")).toBeVisible();
  });

  it("follows a move of the person also with an open panel", async () => {
    const { user, refresh } = open("?board=state", { rowPanel: "notes" });
    await user.click(
      await screen.findByRole("button", { name: "Details of Kobe" }),
    );
    const menu = await menuOf(user, "Kobe");
    await user.click(within(menu).getByRole("button", { name: "→ Open" }));
    const isThere = async () => {
      const name = "Move Kobe";
      const opened = within(await column("Open"));
      expect(await opened.findByRole("button", { name })).toBeVisible();
    };
    await isThere();
    await waitFor(() => {
      expect(stored[0]?.state).toBe("open");
    });
    await refresh();
    await isThere();
  });

  it("goes back when its move is undone", async () => {
    const { user, writes } = open();
    const menu = await menuOf(user, "Kobe");
    await user.click(within(menu).getByRole("button", { name: "→ Open" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(async () => {
      expect(names(await column("Planned"))).toEqual(
        expect.arrayContaining(["Kobe", "Osaka"]),
      );
    });
    expect(writes.at(-1)).toMatchObject({ state: "planned" });
  });

  it("opens the form of a move that needs fields", async () => {
    const { user, writes } = open();
    const menu = await menuOf(user, "Otaru");
    await user.click(within(menu).getByRole("button", { name: "→ Closed" }));
    expect(await screen.findByLabelText(/Depth/)).toBeVisible();
    expect(writes).toEqual([]);
  });

  it("can be dragged to the columns that it may enter, and to no other", async () => {
    const { writes } = open();
    const planned = await column("Planned");
    const [card] = within(planned).getAllByRole("listitem");
    const dataTransfer = {
      setData: () => undefined,
      effectAllowed: "",
      dropEffect: "",
    };
    if (!card) throw new Error("The column has no card.");
    fireEvent.dragStart(card, { dataTransfer });
    const opened = await column("Open");
    const closed = await column("Closed");
    expect(opened).toHaveAttribute("data-drop", "allowed");
    expect(closed).toHaveAttribute("data-drop", "refused");
    fireEvent.drop(closed, { dataTransfer });
    expect(writes).toEqual([]);
    await act(async () => {
      fireEvent.drop(opened, { dataTransfer });
      await Promise.resolve();
    });
    await waitFor(() => {
      expect(writes).toEqual([{ state: "open", version: 4 }]);
    });
  });

  it("cannot move over a field that no action sets", async () => {
    stored = stored.map((each) => ({ ...each, country: "japan" }));
    open("?board=country");
    expect(await screen.findByText(/cannot be moved/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Move / })).toBeNull();
  });
});

describe("the board on a phone", () => {
  it("shows one column at a time, with the number of each", async () => {
    screenIs("phone");
    const { user } = open();
    await column("Planned");
    expect(screen.queryByRole("region", { name: "Open" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Open 1" }));
    expect(names(await column("Open"))).toEqual(["Otaru"]);
    expect(screen.queryByRole("region", { name: "Planned" })).toBeNull();
  });

  it("keeps the shown column when rows come into an earlier one", async () => {
    screenIs("phone");
    stored = stored.filter(({ state }) => state === "open");
    const { refresh } = open();
    await column("Open");
    stored = [
      { id: "1", name: "Kobe", state: "planned", version: 1 },
      ...stored,
    ];
    await refresh();
    expect(screen.getByRole("button", { name: "Planned 1" })).toBeVisible();
    expect(names(await column("Open"))).toEqual(["Otaru"]);
  });
});
