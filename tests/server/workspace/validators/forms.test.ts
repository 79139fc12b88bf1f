import { describe, expect, it } from "vitest";
import type { WorkspaceReply } from "../../../../generated/schemas";
import { signIn, testApp, type Account } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { load } from "./support";

const body = "place-bid#/definitions/body";
const copy = declaredCopy();
copy.editResource("car-auction", (resource) => {
  resource.actions = [
    {
      id: "bid",
      on: ["row"],
      method: "POST",
      path: "/bid/create",
      body,
      values: { carId: "@key" },
      access: { roles: ["client", "dealer"] },
    },
  ];
});
const server = await testApp({ root: copy.root });

async function seenBy(account: Account) {
  const session = await signIn(server, account);
  const reply = await server.call({ url: "/api/workspace", ...session });
  const { forms = {}, resources } = reply.json<WorkspaceReply>();
  const read = (path: string) =>
    server.call({ url: `/api${path}`, ...session });
  const cars = resources.find(({ name }) => name === "car-auction");
  return { actions: cars?.actions, form: forms[body], read };
}

describe("the form of an action", () => {
  it("reaches the viewers who may start the action", async () => {
    const { actions, form, read } = await seenBy("client");
    expect(actions).toEqual([
      expect.not.objectContaining({ access: expect.anything() as unknown }),
    ]);
    const schema = await read(form?.schema ?? "");
    expect(schema.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
    });
    expect(schema.json()).toMatchObject({
      type: "object",
      properties: { amount: {} },
    });
    expect(schema.body).not.toContain("$ref");
  });

  it("is validated by a module that the server has compiled", async () => {
    const { form, read } = await seenBy("client");
    const reply = await read(form?.validator ?? "");
    expect(reply.headers["content-type"]).toBe(
      "text/javascript; charset=utf-8",
    );
    const check = await load(reply.body);
    expect(check({ amount: "many" })).toBe(false);
    const [, runtime = ""] = /from "\.\.(\/[^"]+)"/.exec(reply.body) ?? [];
    expect((await read(`/workspace${runtime}`)).statusCode).toBe(200);
  });

  it("is not found for other viewers", async () => {
    const { form } = await seenBy("client");
    const other = await seenBy("admin");
    expect(other.actions).toEqual([]);
    expect(other.form).toBeUndefined();
    for (const path of [form?.schema, form?.validator])
      expect((await other.read(path ?? "")).statusCode).toBe(404);
  });
});
