import { beforeEach, describe, expect, it } from "vitest";
import { accountServer, password } from "./accountServer";

const test = await accountServer({
  NEW_PASSWORD_LENGTH: "12",
  DEMO: "on",
});
const { logIn, mailsTo, member, post, profile, server, session } = test;

const newPassword = "copper violin 9";
let email = "";
let own: { cookies: Record<string, string> };

beforeEach(async () => {
  email = await member();
  own = await session(email);
});

const change = (fields: object = {}, { cookies } = own) =>
  post(
    "/user/change-password",
    {
      oldPassword: password,
      newPassword,
      confirmNewPassword: newPassword,
      ...fields,
    },
    { cookies },
  );

describe("changing the own password", () => {
  it("ends the other sessions, keeps this one and sends a mail", async () => {
    const other = await session(email);
    const reply = await change();
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ success: true });
    expect((await profile(own)).statusCode).toBe(200);
    expect((await profile(other)).statusCode).toBe(401);
    const refreshed = await server.call({
      url: "/api/auth/update",
      headers: { "sec-fetch-site": "same-origin" },
      cookies: other.cookies,
    });
    expect(refreshed.statusCode).toBe(401);
    expect((await logIn(email)).statusCode).toBe(401);
    expect((await logIn(email, newPassword)).statusCode).toBe(200);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("20 November 2026");
  });

  it("ends links by which a password can be set", async () => {
    await test.forgot(email);
    const token = await test.tokenTo(email);
    await change();
    expect((await test.reset(token, "silver kettle 33")).statusCode).toBe(403);
  });

  it.each([
    [{ oldPassword: "wrong password" }, "oldPassword", "Wrong password"],
    [
      { confirmNewPassword: "other" },
      "confirmNewPassword",
      "Passwords do not match",
    ],
    [
      { newPassword: "short7!", confirmNewPassword: "short7!" },
      "newPassword",
      "Must contain more than 11 characters",
    ],
    [
      {
        newPassword: "passwordpassword",
        confirmNewPassword: "passwordpassword",
      },
      "newPassword",
      "This password is too easy to guess",
    ],
  ])(
    "answers 422 with the text beside its field: %o",
    async (fields, field, text) => {
      const reply = await change(fields);
      expect(reply.statusCode).toBe(422);
      expect(reply.json<{ errors: object }>().errors).toEqual({
        [field]: [text],
      });
      expect((await logIn(email)).statusCode).toBe(200);
    },
  );

  it("needs a session", async () => {
    expect((await change({}, { cookies: {} })).statusCode).toBe(401);
  });

  it("succeeds once of several times at once", async () => {
    const replies = await Promise.all(
      ["copper violin 9", "silver kettle 33", "violet anchor 77"].map((word) =>
        change({ newPassword: word, confirmNewPassword: word }),
      ),
    );
    const statuses = replies.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("stops guesses of the old password", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      statuses.push(
        (await change({ oldPassword: `guess ${guess}` })).statusCode,
      );
    expect(statuses.filter((status) => status === 422)).toHaveLength(9);
    const right = await change();
    expect(right.statusCode).toBe(429);
    server.wait(15 * 60_000);
    own = await session(email);
    expect((await change()).statusCode).toBe(200);
  });

  it("counts only wrong old passwords as guesses", async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      const weak = {
        newPassword: "passwordpassword",
        confirmNewPassword: "passwordpassword",
      };
      expect((await change(weak)).statusCode).toBe(422);
    }
    expect((await change()).statusCode).toBe(200);
  });

  it("follows the stricter rule for managers", async () => {
    const user = await test.userOf(email);
    await test.kysely
      .updateTable("users")
      .set({ user_type: 3, role_id: 0, user_level: 1064 })
      .where("id", "=", user?.id ?? "")
      .execute();
    server.wait(1_000);
    const fair = {
      newPassword: "amberlantern",
      confirmNewPassword: "amberlantern",
    };
    const reply = await change(fair);
    expect(reply.json()).toHaveProperty("errors.newPassword");
  });

  it("is in the security log", async () => {
    await change();
    const user = await test.userOf(email);
    const event = await test.kysely
      .selectFrom("security_events")
      .where("event", "=", "password-changed")
      .where("user_id", "=", user?.id ?? "")
      .select(["actor_id", "detail"])
      .executeTakeFirst();
    expect(event).toEqual({ actor_id: user?.id, detail: null });
  });
});

it("lets users with shorter passwords sign in", async () => {
  expect((await logIn("client@seriba.test", "seriba-demo")).statusCode).toBe(
    200,
  );
});
