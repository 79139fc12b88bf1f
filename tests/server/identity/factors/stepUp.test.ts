import { describe, expect, it } from "vitest";
import type {
  SaveUserBody,
  SaveUserReply,
} from "../../../../generated/schemas";
import { removeLostFactors } from "../../../../server/identity";
import { factorServer } from "./factorServer";
import {
  codeNow,
  enter,
  enterPassword,
  outcomeOf,
  password,
  send,
  setPassword,
  setUpApp,
  type Cookies,
} from "./support";

const { server, email, kysely, events, mails, isSignedIn } =
  await factorServer();

const minutes = (count: number) => count * 60_000;

const begin = (cookies: Cookies) =>
  send(server, "POST", "/user/totp", undefined, { cookies });

const stepUp = (body: object, cookies: Cookies, address?: string) =>
  send(server, "POST", "/user/step-up", body, {
    cookies,
    ...(address ? { address } : {}),
  });

describe("a call that changes how the account is guarded", () => {
  it("needs a proof of the user from the last ten minutes", async () => {
    const cookies = await enter(server, email);
    server.wait(minutes(10) - 1);
    expect(outcomeOf(await begin(cookies))).toBe("ok");
    server.wait(1);
    const reply = await begin(cookies);
    expect(reply.statusCode).toBe(403);
    expect(outcomeOf(reply)).toBe("step_up_required");
  });

  it("is open for ten minutes after the password was entered again", async () => {
    const cookies = await enter(server, email);
    server.wait(minutes(12));
    const methods = await send(server, "GET", "/user/step-up", undefined, {
      cookies,
    });
    expect(methods.json()).toEqual({ success: true, methods: ["password"] });
    const wrong = await stepUp({ password: "wrong password" }, cookies);
    expect(outcomeOf(wrong)).toBe("wrong_password");
    expect(outcomeOf(await begin(cookies))).toBe("step_up_required");
    expect(outcomeOf(await stepUp({ password }, cookies))).toBe("ok");
    expect(outcomeOf(await begin(cookies))).toBe("ok");
    expect(await events()).toEqual(["sign-in", "factor-refused", "stepped-up"]);
  });

  it("needs the factor of a user who has one: the password alone does not count", async () => {
    const cookies = await enter(server, email);
    const { secret } = await setUpApp(server, cookies);
    server.wait(minutes(12));
    expect(outcomeOf(await stepUp({ password }, cookies))).toBe(
      "wrong_password",
    );
    const code = codeNow(server, secret);
    expect(outcomeOf(await stepUp({ code }, cookies))).toBe("ok");
    expect(outcomeOf(await stepUp({ code }, cookies))).toBe("wrong_factor");
    expect(outcomeOf(await begin(cookies))).toBe("ok");
  });

  it("stays closed to guesses beyond nine from a network", async () => {
    const cookies = await enter(server, email);
    const outcomes = [];
    for (let tries = 0; tries < 11; tries += 1)
      outcomes.push(
        outcomeOf(await stepUp({ password: "wrong password" }, cookies)),
      );
    expect(
      outcomes.filter((outcome) => outcome === "wrong_password"),
    ).toHaveLength(9);
    expect(outcomes.at(-1)).toBe("too_many_requests");
  });

  it("is not opened by the session of another browser", async () => {
    const old = await enter(server, email);
    server.wait(minutes(12));
    await enter(server, email);
    expect(outcomeOf(await begin(old))).toBe("step_up_required");
  });
});

describe("a new password", () => {
  const change = (cookies: Cookies) =>
    send(
      server,
      "POST",
      "/user/change-password",
      {
        oldPassword: password,
        newPassword: password,
        confirmNewPassword: password,
      },
      { cookies },
    );

  it("needs only the old password of a user without a second factor", async () => {
    const cookies = await enter(server, email);
    server.wait(minutes(12));
    expect(outcomeOf(await change(cookies))).toBe("ok");
  });

  it("needs a recent proof of a user with a second factor", async () => {
    const cookies = await enter(server, email);
    const { secret } = await setUpApp(server, cookies);
    server.wait(minutes(12));
    expect(outcomeOf(await change(cookies))).toBe("step_up_required");
    await stepUp({ code: codeNow(server, secret) }, cookies);
    expect(outcomeOf(await change(cookies))).toBe("ok");
  });
});

describe("another e-mail and wider rights of a user", () => {
  it("need an administrator who was proved within ten minutes", async () => {
    const admin = "admin@seriba.test";
    await setPassword(server, admin);
    const cookies = await enter(server, admin);
    const user: SaveUserBody = {
      fullName: "Maria Costa",
      email: "maria@example.com",
      role: "client",
      level: "standard",
      creditLimit: 0,
    };
    const added = await send(server, "POST", "/users", user, { cookies });
    expect(added.statusCode).toBe(201);
    let { detail, version } = added.json<SaveUserReply>();
    const change = async (fields: Partial<SaveUserBody>) => {
      const reply = await server.call({
        method: "PUT",
        url: `/api/users/${detail.id}`,
        payload: { ...user, ...fields },
        headers: { "if-match": `"${version}"` },
        cookies,
      });
      if (reply.statusCode === 200)
        ({ detail, version } = reply.json<SaveUserReply>());
      return outcomeOf(reply);
    };
    server.wait(minutes(10));
    const other = { email: "other@example.com" };
    expect(await change({ city: "Osaka" })).toBe("ok");
    expect(await change(other)).toBe("step_up_required");
    const flags: Partial<SaveUserBody> = { allowedFlags: ["moneyManage"] };
    const widened = [{ role: "manager" }, { role: "dealer" }, flags] as const;
    for (const fields of widened)
      expect(await change(fields)).toBe("step_up_required");
    const create = async (fields: Partial<SaveUserBody>, mail: string) =>
      outcomeOf(
        await send(
          ...([server, "POST", "/users"] as const),
          { ...user, email: mail, ...fields },
          { cookies },
        ),
      );
    for (const fields of [
      { role: "admin" },
      { role: "manager" },
      { role: "dealer" },
      flags,
    ] as const)
      expect(await create(fields, "staff@example.com")).toBe(
        "step_up_required",
      );
    expect(await create({ level: "vip" }, "plain@example.com")).toBe("ok");
    expect(outcomeOf(await stepUp({ password }, cookies))).toBe("ok");
    expect(await change(other)).toBe("ok");
    expect(await create({ role: "manager" }, "staff@example.com")).toBe("ok");
    expect(await change({ ...other, role: "manager" })).toBe("ok");
    expect(detail.email).toBe(other.email);
  });
});

type View = {
  sessions: { id: string; isCurrent: boolean; userAgent: string }[];
};

const view = async (cookies: Cookies) =>
  (
    await send(server, "GET", "/user/security", undefined, { cookies })
  ).json<View>();

describe("the open sessions of a user", () => {
  it("are listed with address, browser and time, this one marked", async () => {
    await kysely.deleteFrom("sessions").execute();
    await enter(server, email, {
      address: "203.0.113.4",
      userAgent: "Mozilla/5.0 Firefox/140.0",
    });
    server.wait(minutes(1));
    const cookies = await enter(server, email, { userAgent: "Chrome/140.0" });
    const { sessions } = await view(cookies);
    expect(sessions).toMatchObject([
      { isCurrent: true, userAgent: "Chrome/140.0" },
      {
        isCurrent: false,
        address: "203.0.113.4",
        userAgent: "Mozilla/5.0 Firefox/140.0",
      },
    ]);
  });

  it("end at once, one or all others, and only the user's own", async () => {
    await kysely.deleteFrom("sessions").execute();
    const first = await enter(server, email);
    const second = await enter(server, email);
    const third = await enter(server, email);
    const own = await view(first);
    const secondId =
      (await view(second)).sessions.find(({ isCurrent }) => isCurrent)?.id ??
      "";
    const end = (id: string, cookies: Cookies) =>
      send(server, "DELETE", `/user/sessions/${id}`, undefined, { cookies });
    expect(own.sessions).toHaveLength(3);
    expect(outcomeOf(await end(secondId, first))).toBe("ok");
    expect(await isSignedIn(second)).toBe(false);
    expect(outcomeOf(await end(secondId, first))).toBe("not_found");
    const ended = await send(server, "DELETE", "/user/sessions", undefined, {
      cookies: first,
    });
    expect(ended.statusCode).toBe(200);
    expect(await isSignedIn(third)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
    const stranger = await enterPassword(server, email);
    expect(stranger.statusCode).toBe(200);
    expect(await events()).toContain("sessions-ended: 1");
  });
});

describe("an administrator on the command line", () => {
  it("removes all factors of a user, ends the sessions and sends a mail", async () => {
    const cookies = await enter(server, email);
    await setUpApp(server, cookies);
    await removeLostFactors(server.context, " Client@Seriba.test ");
    server.wait(1_000);
    expect(await isSignedIn(cookies)).toBe(false);
    await enter(server, email);
    expect(await events()).toContain("factor-removed: all");
    expect(await mails()).toContain("factor-changed allRemoved");
    await expect(removeLostFactors(server.context, email)).rejects.toThrow(
      "This user has no second factor and no single sign-on.",
    );
  });
});
