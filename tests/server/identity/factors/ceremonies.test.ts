import { describe, expect, it } from "vitest";
import { userLevels } from "../../../../domain/access";
import { clearFactorAttempts } from "../../../../server/identity/factors/factorProof";
import { issueLinkToken } from "../../../../server/identity/tokens";
import { inTransaction } from "../../../../server/platform/database";
import { cookiesOf } from "../../../support/app";
import { factorServer } from "./factorServer";
import {
  beginCeremony,
  codeNow,
  enter,
  enterPassword,
  outcomeOf,
  password,
  send,
  setUpApp,
} from "./support";

const { server, email, client, kysely, events, mails, factor, openCeremony } =
  await factorServer();

describe("a sign-in that waits for the second factor", () => {
  it("can call nothing else", async () => {
    await setUpApp(server, await enter(server, email));
    const ceremony = await beginCeremony(server, email);
    const token = ceremony["seriba-ceremony"] ?? "";
    expect(Object.keys(ceremony)).toEqual(["seriba-ceremony"]);
    for (const path of [
      "/user/view-profile",
      "/user/security",
      "/lists/announcements",
      "/auth/update",
    ]) {
      const reply = await send(server, "GET", path, undefined, {
        cookies: {
          ...ceremony,
          "seriba-access": token,
          "seriba-refresh": token,
        },
      });
      expect(reply.statusCode, path).toBe(401);
    }
  });

  it("keeps its token from scripts and stores only a hash", async () => {
    await setUpApp(server, await enter(server, email));
    const reply = await enterPassword(server, email);
    const cookie = reply.cookies.find(({ name }) => name === "seriba-ceremony");
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: "Lax",
      path: "/api/auth",
      maxAge: 600,
    });
    const stored = await kysely
      .selectFrom("sign_in_ceremonies")
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(cookie?.value);
  });

  it("ends after ten minutes", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    const ceremony = await beginCeremony(server, email);
    server.wait(10 * 60_000);
    const reply = await factor({ code: codeNow(server, secret) }, ceremony);
    expect(outcomeOf(reply)).toBe("sign_in_expired");
  });

  it("ends with its session", async () => {
    const { recoveryCodes } = await setUpApp(
      server,
      await enter(server, email),
    );
    const [first = "", second = ""] = recoveryCodes;
    const ceremony = await beginCeremony(server, email);
    await factor({ recoveryCode: first }, ceremony);
    const reply = await factor({ recoveryCode: second }, ceremony);
    expect(outcomeOf(reply)).toBe("sign_in_expired");
  });

  it("asks for the password again after five wrong codes, from any network", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const ceremony = await beginCeremony(server, email);
    const wrong = codeNow(server, secret, 7);
    for (let tries = 0; tries < 5; tries += 1) {
      const reply = await factor(
        { code: wrong },
        ceremony,
        `203.0.113.${tries + 1}`,
      );
      expect(outcomeOf(reply)).toBe("wrong_factor");
    }
    const right = codeNow(server, secret);
    const reply = await factor({ code: right }, ceremony);
    expect(outcomeOf(reply)).toBe("sign_in_expired");
    const anew = await beginCeremony(server, email);
    expect(outcomeOf(await factor({ code: right }, anew))).toBe("ok");
  });

  it("may end in another network", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const ceremony = await beginCeremony(server, email, {
      address: "203.0.113.1",
    });
    const reply = await factor(
      { code: codeNow(server, secret) },
      ceremony,
      "198.51.100.9",
    );
    expect(outcomeOf(reply)).toBe("ok");
  });

  it("evaluates nine wrong codes of a network and thirty of all networks", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const wrong = codeNow(server, secret, 7);
    const guess = async (address: string) =>
      outcomeOf(await factor({ code: wrong }, await openCeremony(), address));
    const one = await Promise.all(
      Array.from({ length: 14 }, () => guess("203.0.113.1")),
    );
    const isWrong = (outcome: string) => outcome === "wrong_factor";
    expect(one.filter(isWrong)).toHaveLength(9);
    const all = [];
    for (let index = 0; index < 40; index += 1)
      all.push(await guess(`198.51.100.${index}`));
    expect(all.filter(isWrong)).toHaveLength(30 - 9);
    expect(all.at(-1)).toBe("too_many_requests");
    expect(
      (await events()).filter((event) => event === "factor-throttled"),
    ).toHaveLength(2);
  });

  it("stays open for the owner while a stranger with the password guesses", async () => {
    const known = await enter(server, email);
    const { secret, recoveryCodes } = await setUpApp(server, known);
    server.wait(60_000);
    const device = { "seriba-device": known["seriba-device"] ?? "" };
    const wrong = codeNow(server, secret, 7);
    for (let guess = 0; guess < 104; guess += 1) {
      if (guess % 26 === 25) server.wait(15 * 60_000);
      const address = `198.51.100.${guess}`;
      await factor({ code: wrong }, await openCeremony(), address);
    }
    const code = () => ({ code: codeNow(server, secret) });
    const elsewhere = await factor(code(), await openCeremony(), "203.0.113.2");
    expect(outcomeOf(elsewhere)).toBe("too_many_requests");
    const own = { ...(await openCeremony()), ...device };
    const entered = await factor(code(), own, "203.0.113.2");
    expect(outcomeOf(entered)).toBe("ok");
    const [recoveryCode = ""] = recoveryCodes;
    const recovered = await factor(
      { recoveryCode },
      await openCeremony(),
      "203.0.113.2",
    );
    expect(outcomeOf(recovered)).toBe("ok");
    const step = await send(server, "POST", "/user/step-up", code(), {
      cookies: cookiesOf(entered),
    });
    expect(outcomeOf(step), "the code is used").toBe("wrong_factor");
    await inTransaction(server.context.database, (trx) =>
      clearFactorAttempts(trx, client),
    );
    server.wait(60_000);
    const later = await factor(code(), await openCeremony(), "203.0.113.2");
    expect(outcomeOf(later)).toBe("ok");
  });

  it("ends when the password is reset", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const ceremony = await beginCeremony(server, email);
    const token = await inTransaction(server.context.database, (trx) =>
      issueLinkToken(trx, {
        ...{ userId: client, purpose: "reset-password", lifetimeHours: 1 },
        now: server.context.clock.now(),
      }),
    );
    const reset = await send(
      server,
      "POST",
      `/auth/reset-password-verify?token=${token}`,
      { newPassword: password, confirmPassword: password },
    );
    expect(outcomeOf(reset)).toBe("ok");
    const reply = await factor({ code: codeNow(server, secret) }, ceremony);
    expect(outcomeOf(reply)).toBe("sign_in_expired");
  });

  it("is refused to a user who was disabled meanwhile", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const ceremony = await beginCeremony(server, email);
    const setLevel = (user_level: number) =>
      kysely
        .updateTable("users")
        .set({ user_level })
        .where("id", "=", client)
        .execute();
    const { user_level } = await kysely
      .selectFrom("users")
      .where("id", "=", client)
      .select("user_level")
      .executeTakeFirstOrThrow();
    await setLevel(userLevels.disabled);
    const reply = await factor({ code: codeNow(server, secret) }, ceremony);
    await setLevel(user_level);
    expect(outcomeOf(reply)).toBe("sign_in_expired");
  });

  it("gives nothing away before the right password", async () => {
    await setUpApp(server, await enter(server, email));
    const wrong = await send(server, "POST", "/auth", {
      email,
      password: `${password}!`,
    });
    const unknown = await send(server, "POST", "/auth", {
      email: "nobody@seriba.test",
      password,
    });
    for (const reply of [wrong, unknown]) {
      expect(reply.statusCode).toBe(401);
      expect(outcomeOf(reply)).toBe("invalid_credentials");
      expect(reply.cookies).toEqual([]);
    }
  });
});

describe("a sign-in in a new browser", () => {
  it("sends a mail, but not at the first sign-in and not in a known browser", async () => {
    await kysely
      .updateTable("users")
      .set({ last_login: null })
      .where("id", "=", client)
      .execute();
    const cookies = await enter(server, email);
    await enter(server, email, { cookies });
    expect(await mails()).toEqual([]);
    await enter(server, email, { userAgent: "Mozilla/5.0 Firefox/140.0" });
    expect(await mails()).toEqual(["new-device"]);
  });
});
