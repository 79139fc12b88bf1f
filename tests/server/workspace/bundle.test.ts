import { describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { signIn, testApp, type Account } from "../../support/app";
import { redeclarer } from "./visible/redeclare";

const server = await testApp();

type Bundle = {
  viewerVersion: string;
  declarationsHash: string;
  routes: string[];
  resources: Resource[];
  schemas: Record<string, RowSchema>;
  problems?: unknown[];
};

async function workspaceOf(account: Account) {
  const session = await signIn(server, account);
  const reply = await server.call({ url: "/api/workspace", ...session });
  return { reply, session, bundle: reply.json<Bundle>() };
}

const namesIn = ({ resources }: Bundle) => resources.map(({ name }) => name);

describe("the workspace", () => {
  it("holds a client's lists, not the manager's", async () => {
    const { bundle } = await workspaceOf("client");
    expect(namesIn(bundle)).toEqual(
      expect.arrayContaining(["car-auction", "my-bids"]),
    );
    expect(namesIn(bundle)).not.toContain("bid-manager");
  });

  it("holds a manager's lists, not the client's", async () => {
    const { bundle } = await workspaceOf("manager");
    expect(namesIn(bundle)).toContain("bid-manager");
    expect(namesIn(bundle)).not.toContain("my-bids");
  });

  it("has no field in it that its viewer may not see, and no access rule", async () => {
    const client = await workspaceOf("client");
    const manager = await workspaceOf("manager");
    expect(client.bundle.schemas.bid?.properties).not.toHaveProperty("autoBid");
    expect(manager.bundle.schemas.bid?.properties).toHaveProperty("autoBid");
    expect(manager.reply.body).not.toMatch(/access"/);
    for (const { row, columns } of client.bundle.resources)
      for (const field of columns.flatMap(({ fields }) => fields))
        expect(client.bundle.schemas[row]?.properties).toHaveProperty(field);
  });

  it("names the paths of all lists, also of hidden ones", async () => {
    const { bundle } = await workspaceOf("client");
    expect(bundle.routes).toEqual(
      expect.arrayContaining(["/", "/car-auction", "/bids", "/bid-manager"]),
    );
  });

  it("tells only the admin what is wrong with files", async () => {
    expect((await workspaceOf("admin")).bundle.problems).toBeInstanceOf(Array);
    for (const account of ["client", "dealer", "manager"] as const)
      expect((await workspaceOf(account)).bundle).not.toHaveProperty(
        "problems",
      );
  });

  it("is not sent again while it has not changed", async () => {
    const { reply, session } = await workspaceOf("client");
    expect(reply.headers["cache-control"]).toBe("private, no-cache");
    const again = await server.call({
      url: "/api/workspace",
      headers: { "if-none-match": String(reply.headers.etag) },
      ...session,
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    const manager = await signIn(server, "manager");
    const other = await server.call({
      url: "/api/workspace",
      headers: { "if-none-match": String(reply.headers.etag) },
      ...manager,
    });
    expect(other.statusCode, "another viewer's is another one").toBe(200);
  });

  it("changes only for viewers who see the change", async () => {
    const edited = redeclarer(server, "car-auction");
    const before = {
      client: await workspaceOf("client"),
      manager: await workspaceOf("manager"),
    };
    const access = { roles: ["manager" as const] };
    edited({
      change: (resource) => ({
        ...resource,
        columns: [
          ...resource.columns,
          { id: "power", fields: ["horsePower"], access },
        ],
      }),
    });
    const { reply: same, bundle: client } = await workspaceOf("client");
    expect(same.headers.etag).toBe(before.client.reply.headers.etag);
    expect(client.viewerVersion).toBe(before.client.bundle.viewerVersion);
    expect(client.declarationsHash).not.toBe(
      before.client.bundle.declarationsHash,
    );
    const { bundle: manager } = await workspaceOf("manager");
    expect(manager.viewerVersion).not.toBe(before.manager.bundle.viewerVersion);
    expect(manager.declarationsHash).toBe(client.declarationsHash);
  });
});
