import { describe, expect, it } from "vitest";
import { userLevels } from "../../../../domain/access";
import { lockUser } from "../../../../server/identity";
import { hasPostgres } from "../../../support/postgres";
import { untilBlocked } from "../../../support/untilBlocked";
import { cookiesOf } from "../../../support/app";
import { createAuthenticator, type Faults } from "./authenticator";
import { factorServer } from "./factorServer";
import {
  beginCeremony,
  enter,
  enterPassword,
  outcomeOf,
  send,
  setPassword,
  type Cookies,
} from "./support";

const { server, email, client, kysely, events, mails, isSignedIn } =
  await factorServer();

const site = { origin: "http://localhost", rpId: "localhost" };

type Creation = { challenge: string; user: { id: string } };

const post = (path: string, body?: object, cookies: Cookies = {}) =>
  send(server, "POST", path, body, { cookies });

const optionsOf = async (path: string, cookies?: Cookies): Promise<Creation> =>
  (await post(path, undefined, cookies)).json<{ options: Creation }>().options;

/** Adds a passkey of a new simulated device. */
async function addPasskey(cookies: Cookies, faults: Faults = {}) {
  const device = createAuthenticator(site);
  const options = await optionsOf("/user/passkey-options", cookies);
  const response = device.create(options, faults);
  const body = { name: "My phone", response };
  return { device, body, reply: await post("/user/passkeys", body, cookies) };
}

const enterByPasskey = async (
  device: ReturnType<typeof createAuthenticator>,
  faults: Faults = {},
) => {
  const options = await optionsOf("/auth/passkey-options");
  return post("/auth/passkey", { passkey: device.get(options, faults) });
};

describe.skipIf(!hasPostgres)("a passkey that is removed", () => {
  it("opens no session of a login at the same moment", async () => {
    const { device } = await addPasskey(await enter(server, email));
    await kysely.deleteFrom("sessions").execute();
    let entering: ReturnType<typeof enterByPasskey> | undefined;
    await kysely.transaction().execute(async (trx) => {
      await lockUser(trx, client);
      entering = enterByPasskey(device);
      await untilBlocked(server.context.database);
      await trx.deleteFrom("passkeys").where("user_id", "=", client).execute();
    });
    expect(outcomeOf((await entering) ?? { json: () => ({}) })).toBe(
      "passkey_refused",
    );
    const open = await kysely.selectFrom("sessions").select("id").execute();
    expect(open).toEqual([]);
  });
});

describe("a first passkey", () => {
  it("ends the recent proofs of the other sessions", async () => {
    const other = await enter(server, email);
    await addPasskey(await enter(server, email));
    const reply = await post("/user/totp", undefined, other);
    expect(outcomeOf(reply)).toBe("step_up_required");
  });
});

describe("calls for passkeys", () => {
  it("are limited for a user", async () => {
    const cookies = await enter(server, email);
    for (const path of [
      "/user/passkey-options",
      "/user/step-up/passkey-options",
    ]) {
      const outcomes = [];
      for (let call = 0; call < 61; call += 1)
        outcomes.push(outcomeOf(await post(path, undefined, cookies)));
      expect(outcomes.at(-1)).toBe("too_many_requests");
      await kysely.deleteFrom("throttles").execute();
      expect(outcomeOf(await post(path, undefined, cookies))).toBe("ok");
    }
  });

  it("that are refused are in the security log", async () => {
    const { device } = await addPasskey(await enter(server, email));
    await enterByPasskey(device, { isUnverified: true });
    expect(await events()).toContain("factor-refused: passkey");
  });
});

describe("a passkey", () => {
  it("is added with recovery codes and a mail, and counts as a factor", async () => {
    const cookies = await enter(server, email);
    const { reply } = await addPasskey(cookies);
    expect(
      reply.json<{ recoveryCodes: string[] }>().recoveryCodes,
    ).toHaveLength(10);
    const next = await enterPassword(server, email);
    expect(next.json()).toEqual({
      success: true,
      secondFactor: ["passkey", "recovery"],
    });
    expect(await events()).toContain("factor-added: passkey");
    expect(await mails()).toContain("factor-changed passkeyAdded");
    const own = await send(server, "GET", "/user/security", undefined, {
      cookies,
    });
    expect(own.json()).toMatchObject({
      passkeys: [{ name: "My phone", usedAt: null }],
    });
  });

  it("opens a session alone, and ends a sign-in that waits for a factor", async () => {
    const { device } = await addPasskey(await enter(server, email));
    await beginCeremony(server, email);
    const reply = await enterByPasskey(device);
    expect(reply.statusCode).toBe(200);
    expect(await isSignedIn(cookiesOf(reply))).toBe(true);
    expect(await events()).toContain("sign-in: passkey");
  });

  it("proves the user again", async () => {
    const cookies = await enter(server, email);
    const { device } = await addPasskey(cookies);
    server.wait(12 * 60_000);
    const before = await post("/user/totp", undefined, cookies);
    expect(outcomeOf(before)).toBe("step_up_required");
    const options = await optionsOf("/user/step-up/passkey-options", cookies);
    const passkey = device.get(options);
    const proved = await post("/user/step-up", { passkey }, cookies);
    expect(outcomeOf(proved)).toBe("ok");
    expect(outcomeOf(await post("/user/totp", undefined, cookies))).toBe("ok");
  });

  it.each<[string, Faults]>([
    ["of another site", { origin: "https://seriba.example" }],
    ["for another host", { rpId: "seriba.example" }],
    ["without a check of the owner", { isUnverified: true }],
  ])(
    "is refused %s, when it is made and when it is used",
    async (_name, faults) => {
      const cookies = await enter(server, email);
      const { reply } = await addPasskey(cookies, faults);
      expect(outcomeOf(reply)).toBe("passkey_refused");
      const { device } = await addPasskey(cookies);
      const used = await enterByPasskey(device, faults);
      expect(outcomeOf(used)).toBe("passkey_refused");
      expect(used.cookies).toEqual([]);
    },
  );

  it("is refused for the handle of another user", async () => {
    const { device } = await addPasskey(await enter(server, email));
    const userHandle = Buffer.from("user 999").toString("base64url");
    const reply = await enterByPasskey(device, { userHandle });
    expect(outcomeOf(reply)).toBe("passkey_refused");
  });

  it("is refused when its count of uses does not rise, as that of a copy", async () => {
    const { device } = await addPasskey(await enter(server, email));
    expect(outcomeOf(await enterByPasskey(device, { counter: 7 }))).toBe("ok");
    for (const counter of [7, 6])
      expect(outcomeOf(await enterByPasskey(device, { counter }))).toBe(
        "passkey_refused",
      );
    expect(outcomeOf(await enterByPasskey(device, { counter: 8 }))).toBe("ok");
  });

  it("answers a challenge once, within ten minutes", async () => {
    const { device } = await addPasskey(await enter(server, email));
    const options = await optionsOf("/auth/passkey-options");
    const passkey = device.get(options);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post("/auth/passkey", { passkey })),
    );
    expect(replies.map(outcomeOf).toSorted()).toEqual([
      "ok",
      ...Array.from({ length: 5 }, () => "passkey_refused"),
    ]);
    const late = await optionsOf("/auth/passkey-options");
    server.wait(10 * 60_000);
    const refused = await post("/auth/passkey", { passkey: device.get(late) });
    expect(outcomeOf(refused)).toBe("passkey_refused");
  });

  it("does not answer a challenge of another call or of no call", async () => {
    const cookies = await enter(server, email);
    const { device } = await addPasskey(cookies);
    for (const challenge of [
      (await optionsOf("/user/step-up/passkey-options", cookies)).challenge,
      "bm90IGEgY2hhbGxlbmdl",
    ]) {
      const passkey = device.get({ challenge });
      const reply = await post("/auth/passkey", { passkey });
      expect(outcomeOf(reply)).toBe("passkey_refused");
    }
  });

  it("does not prove another user's session", async () => {
    const { device } = await addPasskey(await enter(server, email));
    await setPassword(server, "dealer@seriba.test");
    const dealer = await enter(server, "dealer@seriba.test");
    const options = await optionsOf("/user/step-up/passkey-options", dealer);
    const passkey = device.get(options);
    const reply = await post("/user/step-up", { passkey }, dealer);
    expect(outcomeOf(reply)).toBe("passkey_refused");
  });

  it("opens nothing for a disabled user and after its removal", async () => {
    const cookies = await enter(server, email);
    const { device } = await addPasskey(cookies);
    const { user_level } = await kysely
      .selectFrom("users")
      .where("id", "=", client)
      .select("user_level")
      .executeTakeFirstOrThrow();
    const setLevel = (level: number) =>
      kysely
        .updateTable("users")
        .set({ user_level: level })
        .where("id", "=", client)
        .execute();
    await setLevel(userLevels.disabled);
    const disabled = await enterByPasskey(device);
    await setLevel(user_level);
    expect(outcomeOf(disabled)).toBe("passkey_refused");
    const { id } = await kysely
      .selectFrom("passkeys")
      .select("id")
      .executeTakeFirstOrThrow();
    server.wait(1_000);
    const remove = (as: Cookies) =>
      send(server, "DELETE", `/user/passkeys/${id}`, undefined, {
        cookies: as,
      });
    const dealer = await enter(server, "dealer@seriba.test");
    expect(outcomeOf(await remove(dealer))).toBe("not_found");
    expect(outcomeOf(await remove(cookies))).toBe("ok");
    expect(outcomeOf(await enterByPasskey(device))).toBe("passkey_refused");
    expect(await mails()).toContain("factor-changed passkeyRemoved");
    const anew = await enterPassword(server, email);
    expect(anew.json()).not.toHaveProperty("secondFactor");
  });
});
