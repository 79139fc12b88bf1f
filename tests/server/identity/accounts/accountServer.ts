import { afterAll, expect } from "vitest";
import type { SignUpBody } from "../../../../generated/schemas";
import { jobsOf } from "../../../support/areas";
import { cookiesOf, testApp } from "../../../support/app";
import { readMessage, startMailServer } from "../../../support/mailServer";

export const password = "amber lantern 42";

export const form: SignUpBody = {
  fullName: "Maria Costa",
  email: "maria@example.com",
  mobile: "+351 912 345 678",
  country: 183,
  city: "Porto",
  password,
  confirmPassword: password,
  terms: true,
  language: 692,
};

/** Starts the program with a mail server on loopback, behind a proxy that names callers. */
export async function accountServer(environment: Record<string, string> = {}) {
  const mails = await startMailServer();
  const server = await testApp({
    environment: {
      TRUST_PROXY: "127.0.0.1",
      MAIL_URL: mails.url,
      MAIL_FROM: "Seriba <noreply@example.com>",
      PUBLIC_URL: "http://portal.test",
      ...environment,
    },
  });
  afterAll(() => mails.close());
  const { kysely } = server.context.database;
  let callers = 0;

  /** Returns the address of a caller who has not called before. */
  const newCaller = () => {
    callers += 1;
    return `203.0.${callers >> 8}.${callers & 255}`;
  };
  const post = (
    url: string,
    payload: object | undefined,
    { from = newCaller(), cookies = {}, headers = {} } = {},
  ) =>
    server.call({
      method: "POST",
      url: `/api${url}`,
      ...(payload && { payload }),
      cookies,
      headers: { "x-forwarded-for": from, ...headers },
    });
  const forgot = (email: string, from = newCaller()) =>
    server.call({
      url: `/api/auth/reset-password?email=${encodeURIComponent(email)}`,
      headers: { "x-forwarded-for": from },
    });
  /**
   * Runs the jobs that send mails, and returns the new mails to an address, without the
   * mails about logins.
   */
  const mailsTo = async (email: string) => {
    mails.messages.length = 0;
    for (const name of ["send-requested-links", "send-mail"]) {
      const job = jobsOf(server.context).find((one) => one.name === name);
      await job?.run(new AbortController().signal);
    }
    return mails.messages
      .map(readMessage)
      .filter(({ headers }) => /^To:.*$/m.exec(headers)?.[0].includes(email))
      .filter(({ headers }) => !headers.includes("Subject: New login"));
  };
  /** Returns the token of the link in the only new mail to an address. */
  const tokenTo = async (email: string) => {
    const found = await mailsTo(email);
    expect(found).toHaveLength(1);
    return tokenIn(found[0]?.text);
  };
  const logIn = (email: string, word = password) =>
    post("/auth", { email, password: word });
  let made = 0;
  /** Signs up a person with an e-mail of their own. */
  const signUp = async (fields: Partial<SignUpBody> = {}) => {
    made += 1;
    const email = `person${made}@example.com`;
    const reply = await post("/auth/signup", { ...form, email, ...fields });
    expect(reply.json()).toEqual({ success: true });
    return email;
  };
  const verify = (token: string) =>
    post(`/auth/verify-email?token=${token}`, undefined);
  /** Signs up a person who has confirmed the e-mail. */
  const member = async (fields: Partial<SignUpBody> = {}) => {
    const email = await signUp(fields);
    const reply = await verify(await tokenTo(email));
    expect(reply.statusCode).toBe(200);
    return email;
  };
  const session = async (email: string, word = password) => {
    const reply = await logIn(email, word);
    expect(reply.statusCode).toBe(200);
    return { cookies: cookiesOf(reply) };
  };
  const reset = (token: string, newPassword: string, again = newPassword) =>
    post(`/auth/reset-password-verify?token=${token}`, {
      newPassword,
      confirmPassword: again,
    });
  const profile = ({ cookies }: { cookies: Record<string, string> }) =>
    server.call({ url: "/api/user/view-profile", cookies });
  const userOf = (email: string) =>
    kysely
      .selectFrom("users")
      .where("email_key", "=", email)
      .selectAll()
      .executeTakeFirst();
  return {
    ...{ server, kysely, post, forgot, mailsTo, tokenTo, logIn, signUp },
    ...{ verify, member, session, reset, profile, userOf, newCaller },
  };
}

export const tokenIn = (text = "") => /token=([\w-]+)/.exec(text)?.[1] ?? "";
