import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

let lists = 0;

/** The ports of the server, and the state whose rows it cannot list. */
export const server = { stored: [] as Port[], failing: null as string | null };

/** A panel of a row in which people type. */
const Notes = () => <textarea aria-label="Note" />;

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

/** Begins a test with three ports in a list of its own. */
export function startBoard(): void {
  screenIs("desk");
  lists += 1;
  server.failing = null;
  server.stored = [
    ["1", "Kobe", "planned"],
    ["2", "Osaka", "planned"],
    ["3", "Otaru", "open"],
  ].map(([id = "", name = "", state = ""]) => ({
    id,
    name,
    state,
    version: 4,
  }));
}

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
export function openBoard(
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
      const row = server.stored.find((each) => each.id === id);
      const next = {
        ...row,
        ...(sent as Port),
        version: (row?.version ?? 0) + 1,
      };
      server.stored = server.stored.map((each) =>
        each.id === id ? next : each,
      );
      return { body: { success: true, version: next.version, detail: next } };
    }
    const state = query.get("state");
    if (path.endsWith("/filters")) {
      const counter = (value: string) =>
        server.stored.filter((each) => each.state === value).length;
      return {
        body: {
          success: true,
          totalSearchResults: server.stored.length,
          totalResults: server.stored.length,
          state: ["planned", "open", "closed"]
            .map((value) => ({ value, label: value, counter: counter(value) }))
            .filter((option) => option.counter > 0),
          country: [],
        },
      };
    }
    if (state !== null && state === server.failing)
      return { status: 500, body: {} };
    running += 1;
    load.most = Math.max(load.most, running);
    await Promise.resolve();
    running -= 1;
    const found = server.stored.filter(
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
          totalResults: server.stored.length,
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
export const change = (id: string, state: string) => {
  server.stored = server.stored.map((each) =>
    each.id === id ? { ...each, state, version: each.version + 1 } : each,
  );
};

export const column = (name: string) => screen.findByRole("region", { name });
export const names = (region: HTMLElement) =>
  within(region)
    .queryAllByRole("listitem")
    .map((card) => card.textContent.split(/\d/)[0]);
export const address = () => screen.getByTestId("address").textContent;
