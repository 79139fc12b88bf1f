import { describe, expect, it } from "vitest";
import { cookiesOf } from "../../../support/app";
import { factorServer } from "./factorServer";
import {
  beginCeremony,
  codeNow,
  enter,
  enterPassword,
  outcomeOf,
  send,
  setPassword,
  setUpApp,
} from "./support";

const {
  server,
  email,
  kysely,
  events,
  mails,
  factor,
  isSignedIn,
  openCeremony,
} = await factorServer();

describe("an authenticator app", () => {
  it("counts only after its first right code", async () => {
    const cookies = await enter(server, email);
    const begun = await send(server, "POST", "/user/totp", undefined, {
      cookies,
    });
    const { secret, address } = begun.json<{
      secret: string;
      address: string;
    }>();
    expect(address).toContain(`secret=${secret}`);
    await enter(server, email);
    const wrong = codeNow(server, secret, 5);
    const refused = await send(
      server,
      "PUT",
      "/user/totp",
      { code: wrong },
      { cookies },
    );
    expect(outcomeOf(refused)).toBe("wrong_factor");
    await enter(server, email);
    const code = codeNow(server, secret);
    const added = await send(
      server,
      "PUT",
      "/user/totp",
      { code },
      { cookies },
    );
    expect(
      added.json<{ recoveryCodes: string[] }>().recoveryCodes,
    ).toHaveLength(10);
    const next = await enterPassword(server, email);
    expect(next.json()).toEqual({
      success: true,
      secondFactor: ["totp", "recovery"],
    });
    expect(await events()).toContain("factor-added: authenticator app");
    expect(await mails()).toContain("factor-changed totpAdded");
  });

  it("has its secret and recovery codes in the database only unreadably", async () => {
    const cookies = await enter(server, email);
    const { secret, recoveryCodes } = await setUpApp(server, cookies);
    const stored = JSON.stringify([
      await kysely.selectFrom("totp_factors").selectAll().execute(),
      await kysely.selectFrom("recovery_codes").selectAll().execute(),
      await kysely.selectFrom("security_events").selectAll().execute(),
      await kysely.selectFrom("outbox").selectAll().execute(),
    ]);
    for (const text of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(text);
      expect(server.logged()).not.toContain(text);
    }
    const own = await send(server, "GET", "/user/security", undefined, {
      cookies,
    });
    expect(own.body).not.toContain(secret);
  });

  it("opens a session after the password, and is asked for at every login", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(60_000);
    const ceremony = await beginCeremony(server, email);
    expect(await isSignedIn(ceremony)).toBe(false);
    const reply = await factor({ code: codeNow(server, secret) }, ceremony);
    expect(reply.statusCode).toBe(200);
    expect(await isSignedIn(cookiesOf(reply))).toBe(true);
    expect(await events()).toContain("sign-in: password and code");
    await beginCeremony(server, email, { cookies: cookiesOf(reply) });
  });

  it("takes the code of a step once, in whichever sign-in", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    const replayed = codeNow(server, secret);
    const again = await factor(
      { code: replayed },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(again)).toBe("wrong_factor");
    server.wait(30_000);
    const code = codeNow(server, secret);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () =>
        outcomeOf(await factor({ code }, await beginCeremony(server, email))),
      ),
    );
    expect(outcomes.toSorted()).toEqual([
      "ok",
      ...Array.from({ length: 4 }, () => "wrong_factor"),
    ]);
  });

  it.each([
    [-2, "wrong_factor"],
    [-1, "ok"],
    [1, "ok"],
    [2, "wrong_factor"],
  ])("with a clock %i steps off: %s", async (drift, outcome) => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(5 * 60_000);
    const code = codeNow(server, secret, drift);
    const reply = await factor({ code }, await beginCeremony(server, email));
    expect(outcomeOf(reply)).toBe(outcome);
  });

  it("refuses an older step after a later one was used", async () => {
    const { secret } = await setUpApp(server, await enter(server, email));
    server.wait(5 * 60_000);
    const ahead = codeNow(server, secret, 1);
    const older = codeNow(server, secret);
    const first = await factor(
      { code: ahead },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(first)).toBe("ok");
    const second = await factor(
      { code: older },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(second)).toBe("wrong_factor");
  });

  it("is replaced only by the right code of the new app", async () => {
    const cookies = await enter(server, email);
    const old = await setUpApp(server, cookies);
    const begun = await send(server, "POST", "/user/totp", undefined, {
      cookies,
    });
    const { secret } = begun.json<{ secret: string }>();
    server.wait(60_000);
    const withOld = await factor(
      { code: codeNow(server, old.secret) },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(withOld)).toBe("ok");
    const put = await send(
      server,
      "PUT",
      "/user/totp",
      { code: codeNow(server, secret) },
      { cookies },
    );
    expect(put.json()).toEqual({ success: true, recoveryCodes: [] });
    server.wait(60_000);
    const late = await factor(
      { code: codeNow(server, old.secret) },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(late)).toBe("wrong_factor");
  });

  it("is no longer asked for after it was removed", async () => {
    const cookies = await enter(server, email);
    await setUpApp(server, cookies);
    const removed = await send(server, "DELETE", "/user/totp", undefined, {
      cookies,
    });
    expect(removed.statusCode).toBe(200);
    await enter(server, email);
    expect(
      await kysely.selectFrom("recovery_codes").selectAll().execute(),
    ).toEqual([]);
    expect(await mails()).toContain("factor-changed totpRemoved");
  });
});

describe("a recovery code", () => {
  it("opens one session of fourteen at once", async () => {
    const { recoveryCodes } = await setUpApp(
      server,
      await enter(server, email),
    );
    const recoveryCode = recoveryCodes[3] ?? "";
    const opened = await Promise.all(
      Array.from({ length: 14 }, () => openCeremony()),
    );
    const outcomes = await Promise.all(
      opened.map(async (cookies, index) =>
        outcomeOf(
          await factor({ recoveryCode }, cookies, `203.0.113.${index + 1}`),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => outcome === "wrong_factor"),
    ).toHaveLength(13);
    expect(await mails()).toContain("factor-changed recoveryUsed");
  });

  it("is read without hyphens, in any letter case, and only for its user", async () => {
    const { recoveryCodes } = await setUpApp(
      server,
      await enter(server, email),
    );
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.replaceAll("-", " ").toLowerCase();
    const reply = await factor(
      { recoveryCode: typed },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(reply)).toBe("ok");
    await setPassword(server, "dealer@seriba.test");
    await setUpApp(server, await enter(server, "dealer@seriba.test"));
    const foreign = await factor(
      { recoveryCode: second },
      await beginCeremony(server, "dealer@seriba.test"),
    );
    expect(outcomeOf(foreign)).toBe("wrong_factor");
  });

  it("ends when new codes are issued", async () => {
    const cookies = await enter(server, email);
    const { recoveryCodes } = await setUpApp(server, cookies);
    const renewed = await send(
      server,
      "POST",
      "/user/recovery-codes",
      undefined,
      { cookies },
    );
    expect(
      renewed.json<{ recoveryCodes: string[] }>().recoveryCodes,
    ).toHaveLength(10);
    const reply = await factor(
      { recoveryCode: recoveryCodes[0] ?? "" },
      await beginCeremony(server, email),
    );
    expect(outcomeOf(reply)).toBe("wrong_factor");
  });
});
