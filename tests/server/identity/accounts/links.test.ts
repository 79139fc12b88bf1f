import { describe, expect, it } from "vitest";
import { sql } from "kysely";
import { inTransaction } from "../../../../server/platform/database";
import {
  issueLinkToken,
  type Purpose,
} from "../../../../server/identity/tokens";
import { accountServer, tokenIn } from "./accountServer";

const test = await accountServer();
const { forgot, kysely, logIn, mailsTo, member, post, reset, server } = test;
const { session, signUp, tokenTo, userOf, verify } = test;

const hour = 3_600_000;
const newPassword = "copper violin 9";

/** Returns a token as a mail would contain it. */
const tokenFor = async (
  email: string,
  purpose: Purpose,
  lifetimeHours = 24,
) => {
  const user = await userOf(email);
  const userId = user?.id ?? "";
  const now = server.context.clock.now();
  return inTransaction(server.context.database, (trx) =>
    issueLinkToken(trx, { userId, purpose, lifetimeHours, now }),
  );
};

/** Requests a new password and returns the token of the mail. */
const resetToken = async (email: string) => {
  await forgot(email);
  return tokenTo(email);
};

const statusesOf = (replies: { statusCode: number }[]) =>
  replies.map(({ statusCode }) => statusCode).toSorted();

describe("confirming an e-mail", () => {
  it("works once of many times at once", async () => {
    const token = await tokenTo(await signUp());
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => verify(token)),
    );
    expect(statusesOf(replies)).toEqual([200, 403, 403, 403, 403, 403]);
  });

  it.each([
    ["an unknown token", "A".repeat(43)],
    ["a malformed token", "1"],
  ])("refuses %s", async (_name, token) => {
    const reply = await verify(token);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({
      message: "This link has already been used, or has expired",
    });
  });

  it("refuses a call without a token", async () => {
    expect((await post("/auth/verify-email", undefined)).statusCode).toBe(400);
  });

  it("ends after 24 hours, and a new link can be requested", async () => {
    const email = await signUp();
    const token = await tokenTo(email);
    server.wait(24 * hour);
    expect((await verify(token)).statusCode).toBe(403);
    expect((await logIn(email)).statusCode).toBe(403);
    await mailsTo(email);
    await post("/auth/verification-mail", {
      email: email.toUpperCase(),
    });
    expect((await verify(await tokenTo(email))).statusCode).toBe(200);
  });

  it("does not take the token of another purpose", async () => {
    const email = await signUp();
    for (const purpose of [
      "set-password",
      "reset-password",
      "stop-bid-mails",
    ] as const)
      expect((await verify(await tokenFor(email, purpose))).statusCode).toBe(
        403,
      );
    const token = await tokenFor(email, "verify-email");
    expect((await reset(token, newPassword)).statusCode).toBe(403);
    expect((await verify(token)).statusCode).toBe(200);
  });

  it("keeps the links of other purposes", async () => {
    const email = await signUp();
    const other = await tokenFor(email, "reset-password", 1);
    await verify(await tokenTo(email));
    expect((await reset(other, newPassword)).statusCode).toBe(200);
  });

  it("is refused for a disabled user", async () => {
    const email = await signUp();
    const token = await tokenTo(email);
    await kysely
      .updateTable("users")
      .set({ user_level: 982 })
      .where("email_key", "=", email)
      .execute();
    expect((await verify(token)).statusCode).toBe(403);
  });
});

describe("a forgotten password", () => {
  it("is replaced by the link of a mail, which ends all sessions and says so by mail", async () => {
    const email = await member();
    const open = await session(email);
    const token = await resetToken(email);
    const check = await server.call({
      url: `/api/auth/reset-password-token-verify?token=${token}`,
    });
    expect(check.statusCode).toBe(200);
    expect((await reset(token, newPassword)).statusCode).toBe(200);
    expect((await test.profile(open)).statusCode).toBe(401);
    expect((await logIn(email)).statusCode).toBe(401);
    expect((await logIn(email, newPassword)).statusCode).toBe(200);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.headers).toContain(
      "Subject: Your password for Seriba was changed",
    );
    expect(mail?.text).toContain("(Japan time)");
    expect(mail?.text).toContain("http://portal.test/auth/forgot-password");
    expect((await reset(token, "silver kettle 3")).statusCode).toBe(403);
  });

  it("gets one mail in the language of the user", async () => {
    const email = await member({
      language: 693,
      fullName: "Иванов Иван Иванович",
      mobile: "+7 (916) 123-45-67",
    });
    await forgot(email);
    await forgot(email);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("запросил новый пароль");
    expect(mails[0]?.text).toContain(
      `http://portal.test/auth/change-password?token=${tokenIn(mails[0]?.text)}`,
    );
  });

  it("has a link that works once of many times at once", async () => {
    const token = await resetToken(await member());
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_each, index) =>
        reset(token, `copper violin ${index + 10}`),
      ),
    );
    expect(statusesOf(replies)).toEqual([200, 403, 403, 403, 403]);
  });

  it("has a link for an hour, and only the newest one works", async () => {
    const email = await member();
    const older = await resetToken(email);
    const newer = await resetToken(email);
    expect((await reset(older, newPassword)).statusCode).toBe(403);
    server.wait(hour - 1);
    const check = () =>
      server.call({
        url: `/api/auth/reset-password-token-verify?token=${newer}`,
      });
    expect((await check()).statusCode).toBe(200);
    server.wait(1);
    expect((await check()).statusCode).toBe(403);
    expect((await reset(newer, newPassword)).statusCode).toBe(403);
  });

  it("confirms the e-mail, because its link came by mail", async () => {
    const email = await signUp();
    const [confirmation] = await mailsTo(email);
    expect((await reset(await resetToken(email), newPassword)).statusCode).toBe(
      200,
    );
    expect((await logIn(email, newPassword)).statusCode).toBe(200);
    expect((await verify(tokenIn(confirmation?.text))).statusCode).toBe(403);
    // The first password of a confirmed address is no change to warn of.
    expect(await mailsTo(email)).toEqual([]);
  });

  it("ends invitations of the same user, and no links that stop mails", async () => {
    const email = await member();
    const invitation = await tokenFor(email, "set-password");
    await tokenFor(email, "stop-bid-mails");
    await reset(await resetToken(email), newPassword);
    expect((await reset(invitation, "silver kettle 3")).statusCode).toBe(403);
    const user = await userOf(email);
    const left = await kysely
      .selectFrom("link_tokens")
      .where("user_id", "=", user?.id ?? "")
      .select("purpose")
      .execute();
    expect(left).toEqual([{ purpose: "stop-bid-mails" }]);
  });

  it.each([
    ["short7!", "Must contain more than 7 characters"],
    ["password1", "This password is too easy to guess"],
  ])("is not replaced by %s, and the link stays valid", async (weak, text) => {
    const token = await resetToken(await member());
    const reply = await reset(token, weak);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ errors: { newPassword: [text] } });
    expect((await reset(token, newPassword, "other")).json()).toMatchObject({
      errors: { confirmPassword: ["Passwords do not match"] },
    });
    expect((await reset(token, newPassword)).statusCode).toBe(200);
  });

  it("sends nothing to disabled users", async () => {
    const email = await member();
    await kysely
      .updateTable("users")
      .set({ user_level: 982 })
      .where("email_key", "=", email)
      .execute();
    await forgot(email);
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe("requests for links", () => {
  const request = {
    "reset-password": (email: string, from?: string) => forgot(email, from),
    "verify-email": (email: string, from?: string) =>
      post("/auth/verification-mail", { email }, { from }),
  };
  const kinds = ["reset-password", "verify-email"] as const;

  it.each(kinds)(
    "%s: get the same reply for known and unknown e-mails",
    async (kind) => {
      const known = await signUp();
      const replies = await Promise.all(
        [known, "client@seriba.test", "nobody@example.com"].map((email) =>
          request[kind](email),
        ),
      );
      const [first, ...others] = replies.map(
        ({ statusCode, body, headers }) => {
          const { date: _date, ...rest } = headers;
          const own = /^x-request|ratelimit/;
          return {
            statusCode,
            body,
            headers: Object.keys(rest).filter((name) => !own.test(name)),
          };
        },
      );
      expect(first?.statusCode).toBe(200);
      for (const other of others) expect(other).toEqual(first);
    },
  );

  it.each(kinds)("%s: read no user while the caller waits", async (kind) => {
    const email = await member();
    // The job would read them, but the reply must not depend on them.
    await sql`alter table users rename to away`.execute(kysely);
    try {
      expect((await request[kind](email)).statusCode).toBe(200);
      expect((await request[kind]("nobody@example.com")).statusCode).toBe(200);
    } finally {
      await sql`alter table away rename to users`.execute(kysely);
    }
  });

  it.each(kinds)("%s: leave nothing of an unknown e-mail", async (kind) => {
    await request[kind]("nobody@example.com");
    await mailsTo("nobody@example.com");
    const left = await kysely.selectFrom("link_requests").selectAll().execute();
    expect(left).toEqual([]);
  });

  it.each(kinds)(
    "%s: are limited for an e-mail, known or not",
    async (kind) => {
      const known = await member();
      for (const email of [known, `${kind}@example.com`]) {
        const statuses: number[] = [];
        for (let call = 0; call < 6; call += 1)
          statuses.push((await request[kind](email)).statusCode);
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
        const reply = await request[kind](email);
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      }
      server.wait(hour);
      expect((await request[kind](known)).statusCode).toBe(200);
    },
  );

  it.each(kinds)("%s: are limited for a network", async (kind) => {
    const from = "198.51.100.9";
    const statuses = new Set<number>();
    for (let call = 0; call < 30; call += 1)
      statuses.add(
        (await request[kind](`${call}@example.com`, from)).statusCode,
      );
    expect([...statuses]).toEqual([200]);
    expect((await request[kind]("x@example.com", from)).statusCode).toBe(429);
    expect((await request[kind]("x@example.com")).statusCode).toBe(200);
  });

  it("cannot be sent by a picture on another site", async () => {
    const email = await member();
    const reply = await server.call({
      url: `/api/auth/reset-password?email=${email}`,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(reply.statusCode).toBe(403);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("refuse an invalid e-mail", async () => {
    const reply = await forgot("maria");
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      errors: { email: ["Invalid email address"] },
    });
  });

  it("send no link to confirm an e-mail that is confirmed", async () => {
    const email = await member();
    await post("/auth/verification-mail", { email });
    expect(await mailsTo(email)).toEqual([]);
  });
});
