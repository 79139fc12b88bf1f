import { beforeEach, describe, expect, it } from "vitest";
import { createSessions } from "../../../server/identity/sessions";
import { hashOf, newSecret } from "../../../server/identity/tokens";
import { networkOf } from "../../../server/platform/http/network";
import { signInAnew, testApp } from "../../support/app";

const server = await testApp();
const { database, clock } = server.context;

describe("the cache of sessions", () => {
  let elapsed: number;
  let sessions: ReturnType<typeof createSessions>;
  let token: string;
  beforeEach(async () => {
    elapsed = 0;
    sessions = createSessions({ ...server.context, elapsed: () => elapsed });
    token = (await signInAnew(server, "client")).cookies["seriba-access"] ?? "";
    expect(await sessions.find(token)).not.toBeNull();
  });

  const end = () =>
    database.kysely.deleteFrom("sessions").returning("id").execute();

  it("does not keep an ended session alive when the clock is set back", async () => {
    await end();
    server.wait(-60 * 60_000);
    expect(await sessions.find(token)).toBeNull();
    server.wait(60 * 60_000);
  });

  it("drops an ended session after a second even if the wall clock stops", async () => {
    await end();
    elapsed = 1_000;
    expect(await sessions.find(token)).toBeNull();
  });

  it("looks an unknown token up once in ten seconds", async () => {
    const session = await sessions.find(token);
    const unknown = newSecret();
    expect(await sessions.find(unknown)).toBeNull();
    await database.kysely
      .insertInto("access_tokens")
      .values({
        hash: hashOf(unknown),
        session_id: session?.sessionId ?? "",
        expires_at: new Date(clock.now().getTime() + 60_000),
      })
      .execute();
    expect(await sessions.find(unknown), "from the cache").toBeNull();
    elapsed = 10_000;
    expect(await sessions.find(unknown)).toEqual(session);
  });
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:DB8:0:0:ffff::1", "2001:db8:0:0"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::1", "0:0:0:0"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
