import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../support/app";

const server = await testApp();

describe("login", () => {
  it("opens a session for e-mail and password", async () => {
    const session = await signIn(server, "client");
    const reply = await server.app.inject({
      url: "/api/user/view-profile",
      ...session,
    });
    expect(reply.json()).toMatchObject({
      success: true,
      detail: { email: "client@seriba.test" },
    });
  });
});
