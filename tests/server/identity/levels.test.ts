import { describe, expect, it } from "vitest";
import type {
  SaveUserBody,
  SaveUserReply,
  ViewProfileReply,
} from "../../../generated/schemas";
import { cookiesOf, signIn, testApp } from "../../support/app";
import { password, setPassword } from "./factors/support";

const test = await testApp();
const admin = await signIn(test, "admin");

const user: SaveUserBody = {
  fullName: "Maria Costa",
  email: "maria@example.com",
  role: "client",
  level: "standard",
};

let made = 0;

async function add(fields: Partial<SaveUserBody>): Promise<SaveUserReply> {
  made += 1;
  const email = `level${made}@example.com`;
  const reply = await test.call({
    method: "POST",
    url: "/api/users",
    payload: { ...user, email, ...fields },
    cookies: admin.cookies,
  });
  expect(reply.statusCode).toBe(201);
  return reply.json<SaveUserReply>();
}

async function change(
  { detail, version }: SaveUserReply,
  fields: Partial<SaveUserBody>,
): Promise<SaveUserReply> {
  const reply = await test.call({
    method: "PUT",
    url: `/api/users/${detail.id}`,
    payload: { ...user, email: detail.email, ...fields },
    headers: { "if-match": `"${version}"` },
    cookies: admin.cookies,
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<SaveUserReply>();
}

const limitsOf = ({ detail }: SaveUserReply) => [
  detail.dailyBidLimit,
  detail.dailyUssLimit,
];

describe("a new user", () => {
  it.each([
    ["standard", [10, 5]],
    ["vip", [50, 25]],
    ["limited", [3, 1]],
    ["troublesome", [3, 1]],
    ["restricted", [10, 5]],
  ] as const)("of the level %s has its limits", async (level, limits) => {
    expect(limitsOf(await add({ level }))).toEqual(limits);
  });

  it("has the limits that the administrator gives", async () => {
    const added = await add({ level: "vip", dailyBidLimit: 7 });
    expect(limitsOf(added)).toEqual([7, 25]);
  });
});

describe("another level", () => {
  it("brings its limits, except for those that an administrator has set", async () => {
    const added = await add({ dailyUssLimit: 2 });
    const vip = await change(added, { level: "vip", dailyUssLimit: 2 });
    expect(limitsOf(vip)).toEqual([50, 2]);
    const typed = await change(vip, { level: "limited", dailyBidLimit: 4 });
    expect(limitsOf(typed)).toEqual([4, 2]);
  });
});

describe("a disabled account", () => {
  it("has its former limits once it is enabled again", async () => {
    const vip = await add({ level: "vip", dailyUssLimit: 2 });
    const disabled = await change(vip, { level: "disabled" });
    expect(limitsOf(disabled)).toEqual([50, 2]);
    const enabled = await change(disabled, { level: "vip" });
    expect(limitsOf(enabled)).toEqual([50, 2]);
  });
});

describe("a limited client", () => {
  it("cannot be freed from the limits by a flag", async () => {
    const flags = ["dailyBidLimitCheck", "creditLimitCheck"] as const;
    const { detail } = await add({ level: "limited", deniedFlags: [...flags] });
    await setPassword(test, detail.email);
    await test.context.database.kysely
      .updateTable("users")
      .set({ email_verified_at: new Date() })
      .where("id", "=", detail.id)
      .execute();
    const entered = await test.call({
      method: "POST",
      url: "/api/auth",
      payload: { email: detail.email, password },
    });
    const profile = await test.call({
      url: "/api/user/view-profile",
      cookies: cookiesOf(entered),
    });
    expect(profile.json<ViewProfileReply>().permission).toMatchObject({
      dailyBidLimitCheck: true,
      creditLimitCheck: true,
      ussLimitCheck: true,
    });
  });
});
