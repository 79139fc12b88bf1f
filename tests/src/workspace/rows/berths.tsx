import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Route, Routes } from "react-router";
import { beforeAll, beforeEach, vi } from "vitest";
import type { LastChange } from "../../../../domain/lastChange";
import type { Resource } from "../../../../domain/resource";
import { Toasts } from "../../../../src/layout/Toasts";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { fakeServer } from "../../providers/fakeServer";
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
    ...(server.isRecord && { edits: [name] }),
    ...(server.isAsking && { confirm: true as const }),
  })),
});

type Berth = { id: string; depth: number; version: number };

/** The server of a test: what it has received, its rows and its replies. */
export const server: {
  sent: { path: string; body: unknown }[];
  answer: () => object | Promise<object>;
  rows: Berth[];
  /** Whether the actions are changes of records. */
  isRecord: boolean;
  /** The bodies of the actions are sent after this. */
  bodiesArrive: Promise<void>;
  /** Whether each action asks first. */
  isAsking: boolean;
  /** The bodies of the actions cannot be read. */
  hasNoBodies: boolean;
} = {
  sent: [],
  answer: () => ({}),
  rows: [],
  isRecord: false,
  bodiesArrive: Promise.resolve(),
  isAsking: false,
  hasNoBodies: false,
};

let reread: () => Promise<void>;

/** Prepares a new list of berths for each test of a file. */
export function useBerths(): void {
  beforeAll(installDialogs);
  beforeAll(() => import("../../../../src/workspace/rows/ActionCell"));
  beforeAll(() => import("../../../../src/ui/Popup"));
  beforeEach(() => {
    lists += 1;
    screenIs("desk");
    server.sent = [];
    server.answer = () => ({ body: { success: true } });
    server.isRecord = false;
    server.bodiesArrive = Promise.resolve();
    server.isAsking = false;
    server.hasNoBodies = false;
    server.rows = [
      { id: "7", name: "Kobe", depth: 18, isOpen: false, country: "japan" },
      { id: "8", name: "Otaru", depth: 5, isOpen: true, country: "japan" },
      { id: "9", name: "Yokohama", depth: 9, isOpen: true, country: "russia" },
    ].map((row) => ({ ...row, version: 1 }));
  });
}

/** The server's reply to a change of an older version. */
export const stale = (current: object, changed?: LastChange) => ({
  status: 409,
  body: { success: false, messageCode: "stale_row", current, changed },
});

/** Other rows come into the list; it is read again. */
export async function showRows(rows: Berth[]) {
  server.rows = rows;
  await act(reread);
}

/** Another person changes the first row; the list is read again. */
export async function changeFirst(change: { depth?: number; version: number }) {
  server.rows = server.rows.map((row, index) =>
    index === 0 ? { ...row, ...change } : row,
  );
  await act(reread);
}

export const connectionIs = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

export function renderBerths() {
  fakeServer(async ({ path, method, body }) => {
    const form = names.find((name) => path.endsWith(`/${name}.json`));
    if (form) {
      await server.bodiesArrive;
      if (server.hasNoBodies) return { status: 503 };
      return { body: bodies[form] };
    }
    if (method === "PUT") {
      server.sent.push({ path, body });
      return await server.answer();
    }
    const pageInfo = { page: 1, pageSize: 20, totalSearchResults: 2 };
    return { body: { success: true, rows: server.rows, pageInfo } };
  });
  const resource = berths();
  const list = (
    <>
      <Routes>
        <Route path="/ports" element={<ListingPage resource={resource} />} />
        <Route path="*" element={null} />
      </Routes>
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
      isOwnServer: true,
      forms: Object.fromEntries(
        names.map((name) => [
          `${name}#/definitions/body`,
          { schema: `/${name}.json`, validator: `/${name}.js` },
        ]),
      ),
    }),
    address: "/ports",
  });
  queryClient.setDefaultOptions({ queries: { retry: false, retryDelay: 0 } });
  reread = () => queryClient.invalidateQueries();
  return userEvent.setup();
}

/** The button that opens the depth of Kobe. */
export const pencil = () =>
  screen.findByRole("button", { name: "Edit Depth of Kobe" });
