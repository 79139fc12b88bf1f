import { beforeEach, describe, expect, it, vi } from "vitest";
import { userLevels, userTypes, type Viewer } from "../../../domain/access";
import { permissions } from "../identity/profiles";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type { Resource } from "../../../domain/resource";
import { readingWorkspace } from "../../../src/providers/readingWorkspace";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import { fakeServer, refusal } from "./fakeServer";

const client: Viewer = {
  userId: "7",
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: 2,
  permissions: permissions(true),
};

/** The modules as a freshly opened page has them. */
async function openPage() {
  vi.resetModules();
  const [workspace, http, configuration] = await Promise.all([
    import("../../../src/providers/workspace"),
    import("../../../src/providers/http"),
    import("../../../src/providers/configuration"),
  ]);
  return { ...workspace, ...http, ...configuration };
}

/** A page whose `config.json` says so; any other address has no answer. */
function configured(configuration: object): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    calls.push(address);
    return address === "/config.json"
      ? Promise.resolve(Response.json(configuration))
      : Promise.reject(new TypeError("Failed to fetch"));
  });
  return calls;
}

const namesOf = ({ resources }: { resources: { name: string }[] }) =>
  resources.map(({ name }) => name);

beforeEach(() => {
  localStorage.clear();
});

describe("the workspace", () => {
  it("comes from the server if it has one", async () => {
    const { loadWorkspace } = await openPage();
    fakeServer(() => ({
      body: { success: true, viewerVersion: "9", resources: [], schemas: {} },
    }));
    const workspace = await loadWorkspace(client);
    expect(workspace).toMatchObject({
      isOwnServer: true,
      viewerVersion: "9",
    });
  });

  it("comes from the build, reduced to the viewer, without one", async () => {
    const { loadWorkspace } = await openPage();
    fakeServer(() => refusal(404, "not_found"));
    const all = await loadWorkspace(client);
    expect(all.isOwnServer).toBe(false);
    expect(namesOf(all)).toContain("car-auction");
    expect(namesOf(all)).not.toContain("bid-manager");
    const few = await loadWorkspace({
      ...client,
      permissions: permissions(false),
    });
    expect(namesOf(few)).not.toContain("car-auction");
  });

  it("is called once per page, also when started early", async () => {
    const { beginWorkspace, loadWorkspace } = await openPage();
    const calls = fakeServer(() => refusal(404, "not_found"));
    beginWorkspace();
    await loadWorkspace(client);
    await loadWorkspace(client);
    expect(calls).toEqual(["GET /api/workspace"]);
  });

  it("comes from the build when the server answers with a page or a refusal", async () => {
    for (const body of [{ success: false }, { anything: 1 }]) {
      const { loadWorkspace } = await openPage();
      fakeServer(() => ({ body }));
      expect((await loadWorkspace(client)).isOwnServer).toBe(false);
    }
  });

  it("is called again after a temporary failure", async () => {
    const { beginWorkspace, loadWorkspace } = await openPage();
    fakeServer(() => ({ status: 503 }));
    beginWorkspace();
    await expect(loadWorkspace(client)).rejects.toMatchObject({ status: 503 });
    fakeServer(() => ({
      body: { success: true, viewerVersion: "9", resources: [], schemas: {} },
    }));
    expect((await loadWorkspace(client)).isOwnServer).toBe(true);
  });

  it("comes from the build when another origin sends no CORS headers", async () => {
    const { loadWorkspace } = await openPage();
    configured({ apiBase: "https://api.example.com/v1" });
    expect((await loadWorkspace(client)).isOwnServer).toBe(false);
  });

  it("is not replaced when our server cannot be reached", async () => {
    const { loadWorkspace } = await openPage();
    configured({});
    await expect(loadWorkspace(client)).rejects.toMatchObject({
      code: "network",
    });
  });

  it("converts replies only when it comes from the build", async () => {
    const { loadWorkspace, request } = await openPage();
    const reply = { carsList: [{ id: 41 }] };
    fakeServer(({ path }) =>
      path.endsWith("/workspace") ? refusal(404, "not_found") : { body: reply },
    );
    expect(await request("/auction/listing")).toEqual(reply);
    await loadWorkspace(client);
    expect(await request("/auction/listing")).toMatchObject({
      carsList: [{ id: "41" }],
    });
  });

  it("lets dictionary filters have any text on other servers", async () => {
    const { loadWorkspace } = await openPage();
    fakeServer(() => refusal(404, "not_found"));
    const { readUrl } = await import("../../../domain/listing/url");
    const workspace = await loadWorkspace(client);
    const resource = workspace.resource("car-auction");
    const { state, dropped } = readUrl(
      resource,
      workspace.row("lot"),
      "condition=4.5,RA",
    );
    expect(dropped).toEqual([]);
    expect(state.filters.condition).toEqual({
      kind: "choices",
      values: ["4.5", "RA"],
    });
  });
});

describe("the configuration beside the page", () => {
  it("sets the base of calls and of the sign-in", async () => {
    const { request } = await openPage();
    const calls = configured({
      apiBase: "https://api.example.com/v1/",
      authBase: "https://login.example.com",
    });
    await expect(request("/site/week-days")).rejects.toThrow();
    await expect(
      request("/auth", { method: "POST", isAuth: true }),
    ).rejects.toThrow();
    expect(calls).toEqual([
      "/config.json",
      "https://api.example.com/v1/site/week-days",
      "https://login.example.com/auth",
    ]);
  });

  it.each([
    ["/backend", "/backend/auth"],
    ["backend/", "/backend/auth"],
    ["/", "/auth"],
  ])("accepts a base on the page's own origin: %s", async (apiBase, called) => {
    const { request } = await openPage();
    const calls = configured({ apiBase });
    await expect(request("/auth", { isAuth: true })).rejects.toThrow();
    expect(calls[1]).toBe(called);
  });

  it("resolves photos against the server's origin", async () => {
    const { loadConfiguration, serverAddress } = await openPage();
    expect(serverAddress("/api/photos/1.svg")).toBe("/api/photos/1.svg");
    configured({ apiBase: "https://api.example.com/v1" });
    await loadConfiguration();
    expect(serverAddress("/photos/1.svg")).toBe(
      "https://api.example.com/photos/1.svg",
    );
    expect(serverAddress("https://img.example/1.jpg")).toBe(
      "https://img.example/1.jpg",
    );
  });
});

const notices = withDefaultCalls({
  name: "notices",
  route: "/notices",
  row: "notice",
  key: "id",
  store: "records",
  columns: [
    { id: "english", fields: ["titleEn", "day"] },
    { id: "russian", fields: ["titleRu"] },
  ],
  card: { title: ["titleEn", "titleRu"], lines: [["titleRu", "day"]] },
  filters: [],
  sorts: [],
  table: "simple",
  views: ["default", "card"],
});

const workspaceOf = (resource: Resource) =>
  createWorkspace({
    resources: [resource],
    schemas: {
      notice: {
        $id: "notice",
        properties: {
          titleEn: { type: "string", "x-language": "en" },
          titleRu: { type: "string", "x-language": "ru" },
          day: { type: "string", format: "date" },
        },
      },
    },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });

const { update: _, ...readOnly } = notices.calls;

describe("fields in several languages", () => {
  it("are shown to a reader in the reader's language alone", () => {
    const read = readingWorkspace(
      workspaceOf({ ...notices, calls: readOnly }),
      "ru",
    );
    const { columns, card } = read.resource("notices");
    expect(columns.map(({ fields }) => fields)).toEqual([["day"], ["titleRu"]]);
    expect(card).toMatchObject({
      title: ["titleRu"],
      lines: [["titleRu", "day"]],
    });
    expect(Object.keys(read.row("notice").properties)).toEqual([
      "titleRu",
      "day",
    ]);
    expect(read.row("notice")).toBe(read.row("notice"));
  });

  it("are all shown to an editor, except on cards", () => {
    const edited = workspaceOf(notices);
    const read = readingWorkspace(edited, "en");
    const { columns, card } = read.resource("notices");
    expect(columns).toEqual(notices.columns);
    expect(card).toMatchObject({ title: ["titleEn"], lines: [["day"]] });
    expect(read.row("notice")).toBe(edited.row("notice"));
  });
});
