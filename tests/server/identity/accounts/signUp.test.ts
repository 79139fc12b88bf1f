import { describe, expect, it } from "vitest";
import { jobsOf } from "../../../support/areas";
import { accountServer, form, tokenIn } from "./accountServer";

const test = await accountServer();
const { kysely, logIn, mailsTo, member, post, signUp, tokenTo, userOf } = test;

const send = (fields: object, from?: string) =>
  post("/auth/signup", { ...form, ...fields }, { from });

describe("signing up", () => {
  it("creates a client who may not bid until a deposit, with an account", async () => {
    const email = await member({ referralCode: " KOI-7 ", city: " Porto " });
    const user = await userOf(email);
    expect(user).toMatchObject({
      full_name: "Maria Costa",
      country_id: 183,
      city: "Porto",
      mobile: "+351 912 345 678",
      language_id: 692,
      referral_code: "KOI-7",
      user_type: 2,
      user_level: 984,
    });
    expect(user?.terms_accepted_at).not.toBeNull();
    const account = await kysely
      .selectFrom("accounts")
      .where("user_id", "=", user?.id ?? "")
      .select(["balance", "credit_limit", "daily_bid_limit"])
      .executeTakeFirst();
    expect(account).toMatchObject({ credit_limit: 0, daily_bid_limit: 10 });
    const { permission } = (
      await test.profile(await test.session(email))
    ).json<{ permission: Record<string, boolean> }>();
    expect(permission).toMatchObject({
      carAuctionsView: true,
      biddingAllowed: false,
    });
  });

  it("sends one mail in the chosen language, as text and as HTML", async () => {
    const english = await signUp();
    const [mail, ...more] = await mailsTo(english);
    expect(more).toEqual([]);
    expect(mail?.headers).toContain("Subject: Confirm your e-mail for Seriba");
    const link = `http://portal.test/verify-email?token=${tokenIn(mail?.text)}`;
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(`href="${link}"`);
    const russian = await signUp({
      language: 693,
      fullName: "Иванов Иван Иванович",
      mobile: "+7 (916) 123-45-67",
    });
    const [translated] = await mailsTo(russian);
    expect(translated?.text).toContain("Здравствуйте, Иванов Иван Иванович!");
    expect(translated?.text).toContain("Подтвердить эл. почту");
    expect(translated?.html).toContain('lang="ru"');
  });

  it("lets nobody sign in before the e-mail is confirmed, and sends the link again", async () => {
    const email = await signUp();
    const first = await tokenTo(email);
    expect((await logIn(email, "wrong password")).json()).toMatchObject({
      messageCode: "invalid_credentials",
    });
    const refused = await logIn(email);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ messageCode: "email_unverified" });
    expect(refused.cookies).toEqual([]);
    const second = await tokenTo(email);
    expect((await test.verify(first)).statusCode).toBe(403);
    expect((await test.verify(second)).statusCode).toBe(200);
    expect((await logIn(email)).statusCode).toBe(200);
  });

  it.each([
    [{ fullName: "" }, "first_name", "Required field"],
    [{ fullName: undefined }, "first_name", "Required field"],
    [{ email: "maria" }, "email", "Invalid email address"],
    [{ email: undefined }, "email", "Required field"],
    [{ mobile: "12345" }, "telephone", "Invalid phone number"],
    [{ mobile: "+351 1" }, "telephone", "Invalid phone number"],
    [{ city: " " }, "city", "Invalid field"],
    [{ country: 99_999 }, "country", "Invalid field"],
    [{ password: "short" }, "password", "Must contain more than 5 characters"],
    [
      { password: "xq7#p2", confirmPassword: "xq7#p2" },
      "password",
      "Must contain more than 7 characters",
    ],
    [
      { password: "password1", confirmPassword: "password1" },
      "password",
      "This password is too easy to guess",
    ],
    [
      { confirmPassword: "amber" },
      "confirm_password",
      "Passwords do not match",
    ],
    [{ terms: false }, "terms", "Confirmation is required"],
    [
      { language: 693, mobile: "+7 (916) 123-45-67" },
      "first_name",
      "Укажите фамилию, имя и отчество",
    ],
    [
      { language: 693, fullName: "Иванов Иван Иванович" },
      "telephone",
      "Неверный номер телефона",
    ],
  ])(
    "answers 422 with the text beside its field: %o",
    async (fields, name, text) => {
      const reply = await send({ email: "wrong@example.com", ...fields });
      expect(reply.statusCode).toBe(422);
      expect(reply.json<{ errors: object }>().errors).toEqual({
        [name]: [text],
      });
      expect(await userOf("wrong@example.com")).toBeUndefined();
    },
  );

  it("names all wrong fields at once", async () => {
    const reply = await send({
      mobile: "1",
      confirmPassword: "2",
      terms: false,
    });
    const { errors } = reply.json<{ errors: object }>();
    expect(Object.keys(errors).toSorted()).toEqual([
      "confirm_password",
      "telephone",
      "terms",
    ]);
  });

  it("refuses an e-mail that another user has, whatever its letter case", async () => {
    const email = await member();
    for (const taken of [email.toUpperCase(), "client@seriba.test"]) {
      const reply = await send({ email: taken });
      expect(reply.statusCode).toBe(422);
      expect(reply.json()).toMatchObject({
        messageCode: "email_taken",
        errors: { email: ["Another user has this e-mail address"] },
      });
    }
    expect(await mailsTo(email)).toEqual([]);
  });

  it("repeats its reply if the same person sends the form again", async () => {
    const email = await signUp();
    expect((await send({ email })).json()).toEqual({ success: true });
    const other = {
      password: "copper violin 9",
      confirmPassword: "copper violin 9",
    };
    expect((await send({ email, ...other })).statusCode).toBe(422);
    expect(await mailsTo(email)).toHaveLength(1);
    const reply = await logIn(email);
    expect(reply.json()).toMatchObject({ messageCode: "email_unverified" });
  });

  it("creates one user if the same form is sent five times at once", async () => {
    const email = "double@example.com";
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => send({ email })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      replies.map(() => 200),
    );
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is limited to five forms of a network in an hour, apart from invalid ones", async () => {
    const from = "198.51.100.7";
    const statuses: number[] = [];
    for (let form = 0; form < 6; form += 1) {
      const invalid = await send({ terms: false }, from);
      expect(invalid.statusCode).toBe(422);
      const reply = await send({ email: "dealer@seriba.test" }, from);
      statuses.push(reply.statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const other = await send({ email: "dealer@seriba.test" });
    expect(other.statusCode).toBe(429);
    test.server.wait(3_600_000);
    const later = await send({ email: "dealer@seriba.test" }, from);
    expect(later.statusCode).toBe(422);
  });

  it("keeps neither the password nor the token in the database or the log", async () => {
    const secret = "violet anchor 77";
    const email = await member({ password: secret, confirmPassword: secret });
    const rows = [
      await kysely.selectFrom("users").selectAll().execute(),
      await kysely.selectFrom("outbox").selectAll().execute(),
      await kysely.selectFrom("security_events").selectAll().execute(),
      await kysely.selectFrom("throttles").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(test.server.logged()).not.toContain(secret);
    expect(test.server.logged()).not.toMatch(/token=[\w-]{43}/);
    expect(await userOf(email)).toBeDefined();
  });

  it("is erased after 30 days without a confirmation, and its e-mail is free", async () => {
    const waits = await signUp({ fullName: "Nora Quill", city: "Quillby" });
    const confirmed = await member({ fullName: "Otto Quill" });
    await mailsTo(waits);
    const job = jobsOf(test.server.context).find(
      ({ name }) => name === "erase-unconfirmed",
    );
    const run = () => job?.run(new AbortController().signal);
    await run();
    expect(await userOf(waits)).toBeDefined();
    const { id } = (await userOf(waits)) ?? {};
    test.server.wait(31 * 24 * 3_600_000);
    await run();
    expect(await userOf(waits)).toBeUndefined();
    const row = await kysely
      .selectFrom("users")
      .where("id", "=", id ?? "")
      .selectAll()
      .executeTakeFirst();
    expect(row?.user_level).toBe(982);
    expect(JSON.stringify(row)).not.toMatch(/Quill|\+351/);
    expect((await userOf(confirmed))?.full_name).toBe("Otto Quill");
    expect((await send({ email: waits })).statusCode).toBe(200);
  });

  it("is in the security log", async () => {
    const email = await member();
    const user = await userOf(email);
    const events = await kysely
      .selectFrom("security_events")
      .where("user_id", "=", user?.id ?? "")
      .select(["event", "actor_id"])
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { event: "signed-up", actor_id: null },
      { event: "email-verified", actor_id: null },
    ]);
  });

  it("refuses forms of other sites", async () => {
    const headers = { origin: "https://evil.example" };
    const reply = await post("/auth/signup", form, { headers });
    expect(reply.statusCode).toBe(403);
  });
});
