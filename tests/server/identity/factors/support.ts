import { expect } from "vitest";
import { hashPassword } from "../../../../server/identity/passwords";
import { codeOf, stepAt } from "../../../../server/identity/factors/totp";
import { cookiesOf, type TestApp } from "../../../support/app";

export type Cookies = Record<string, string>;

/** A password that is not public, as a real account has it. */
export const password = "correct horse battery";

/** Gives a demo account the private password. */
export async function setPassword(
  { context }: TestApp,
  email: string,
): Promise<void> {
  await context.database.kysely
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .where("email_key", "=", email)
    .execute();
}

type Sent = {
  cookies?: Cookies;
  address?: string;
  userAgent?: string;
  /** Whether the login connects the waiting person of single sign-on. */
  connect?: boolean;
};

/** Sends one JSON call. */
export const send = (
  server: TestApp,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
  { cookies = {}, address, userAgent }: Sent = {},
) =>
  server.call({
    method,
    url: `/api${path}`,
    cookies,
    ...(body ? { payload: body } : {}),
    ...(address ? { remoteAddress: address } : {}),
    headers: {
      origin: "http://localhost:80",
      host: "localhost:80",
      ...(userAgent ? { "user-agent": userAgent } : {}),
    },
  });

/** Sends the password of an account. */
export const enterPassword = (server: TestApp, email: string, sent?: Sent) =>
  send(
    server,
    "POST",
    "/auth",
    { email, password, ...(sent?.connect && { connect: true }) },
    sent,
  );

/** Signs in by the password alone and returns the cookies. */
export async function enter(
  server: TestApp,
  email: string,
  sent?: Sent,
): Promise<Cookies> {
  const reply = await enterPassword(server, email, sent);
  expect(reply.json()).toMatchObject({ success: true });
  expect(reply.json()).not.toHaveProperty("secondFactor");
  return cookiesOf(reply);
}

/** Returns the code that the app shows at the time of the server. */
export const codeNow = (server: TestApp, secret: string, drift = 0): string =>
  codeOf(secret, stepAt(server.context.clock.now()) + drift);

/** Sets up an authenticator app and returns its secret and the recovery codes. */
export async function setUpApp(
  server: TestApp,
  cookies: Cookies,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await send(server, "POST", "/user/totp", undefined, {
    cookies,
  });
  const { secret } = begun.json<{ secret: string }>();
  const reply = await send(
    server,
    "PUT",
    "/user/totp",
    { code: codeNow(server, secret) },
    { cookies },
  );
  const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
  return { secret, recoveryCodes };
}

/** Enters the password of a user with a factor and returns the cookie of the ceremony. */
export async function beginCeremony(
  server: TestApp,
  email: string,
  sent?: Sent,
): Promise<Cookies> {
  const reply = await enterPassword(server, email, sent);
  expect(reply.json()).toHaveProperty("secondFactor");
  return cookiesOf(reply);
}

/** Returns the code of the error, or "ok". */
export const outcomeOf = (reply: {
  json(): { messageCode?: string };
}): string => reply.json().messageCode ?? "ok";
