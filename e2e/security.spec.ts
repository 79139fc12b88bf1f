import type { BrowserContext, Page } from "@playwright/test";
import { codeOf, stepAt } from "../server/identity/factors/totp";
import { startServer } from "./support/server";
import { endSession } from "./support/session";
import { expect, expectAccessible, test } from "./support/fixtures";

const email = "restricted@seriba.test";

/** Refusals that these tests provoke. */
test.use({ expectedComplaints: /status of (401|403|422)/ });

/** The name of this machine: browsers have no passkeys for an address. */
const named = (server: string) => server.replace("127.0.0.1", "localhost");

async function enterPassword(
  page: Page,
  server: string,
  account = email,
): Promise<void> {
  await page.goto(new URL("/auth/login", server).href);
  await page.getByLabel("E-mail").fill(account);
  await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
  const answered = page.waitForResponse("**/api/auth");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await answered;
}

const openSecurity = async (page: Page, server: string) => {
  await page.goto(new URL("/profile/security", server).href);
  await expect(
    page.getByRole("heading", { name: "Security", level: 1 }),
  ).toBeVisible();
};

/** Removes the factors of the account, so that other tests log in by password. */
async function removeFactors(page: Page, server: string): Promise<void> {
  const api = new URL("/api/user/", server).href;
  const headers = { Origin: new URL(server).origin };
  const reply = await page.request.get(`${api}security`);
  const { hasTotp, passkeys } = (await reply.json()) as {
    hasTotp: boolean;
    passkeys: { id: string }[];
  };
  const paths = [
    ...(hasTotp ? ["totp"] : []),
    ...passkeys.map(({ id }) => `passkeys/${id}`),
  ];
  for (const path of paths) {
    const removed = await page.request.delete(api + path, { headers });
    expect(removed.ok()).toBe(true);
  }
}

/** Sets up an authenticator app and returns its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page, "dialog");
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await dialog
    .getByLabel("Code from the authenticator app")
    .fill(codeOf(secret, stepAt(new Date())));
  await dialog.getByRole("button", { name: "Activate" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByRole("button", { name: "I have saved them" }).click();
  return { secret, recoveryCodes };
}

test("an authenticator app guards the login, and a recovery code replaces it", async ({
  page,
  server,
}) => {
  await enterPassword(page, server);
  await openSecurity(page, server);
  await expectAccessible(page);
  const { secret, recoveryCodes } = await setUpApp(page);
  await expect(page.getByText("10 codes left")).toBeVisible();
  try {
    await endSession(page);
    await enterPassword(page, server);
    const code = page.getByLabel("Code from the authenticator app");
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expectAccessible(page);
    await code.fill("000000");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("Wrong code")).toBeVisible();
    await code.fill(codeOf(secret, stepAt(new Date()) + 1));
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByRole("navigation").first()).toBeVisible();

    await openSecurity(page, server);
    await page.getByRole("button", { name: "Set up another app" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Code from the authenticator app")
      .fill("12345");
    await endSession(page);
    await page
      .getByRole("dialog")
      .getByLabel("Code from the authenticator app")
      .fill("123456");
    await page.getByRole("button", { name: "Activate" }).click();
    const expired = page.getByRole("dialog", { name: "Session expired" });
    await expired.getByLabel("Password", { exact: true }).fill("seriba-demo");
    await expired.getByRole("button", { name: "Log in again" }).click();
    await expired.getByRole("button", { name: "Use a recovery code" }).click();
    await expired.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await expired.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(expired).toHaveCount(0);
    await expect(
      page.getByLabel("Code from the authenticator app"),
    ).toHaveValue("123456");
    await openSecurity(page, server);
    await expect(page.getByText("9 codes left")).toBeVisible();
  } finally {
    await removeFactors(page, server);
  }
});

/** Gives a page a device that keeps passkeys and recognizes its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added and logs in without a password", async ({
  page,
  server,
}) => {
  const site = named(server);
  await addAuthenticator(page);
  await enterPassword(page, site);
  await openSecurity(page, site);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Test device");
  await page.getByRole("button", { name: "Continue" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("Test device")).toBeVisible();
  try {
    await endSession(page);
    await page.goto(new URL("/auth/login", site).href);
    const byPasskey = page.getByRole("button", {
      name: "Log in with a passkey",
    });
    // The virtual device may answer the browser's suggestion at once.
    const entered = page.getByRole("navigation").first();
    await expect(byPasskey.or(entered)).toBeVisible();
    if (await byPasskey.isVisible())
      await byPasskey.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(entered).toBeVisible();
    await openSecurity(page, site);
    await expect(page.getByText(/Last used/)).toBeVisible();
  } finally {
    await removeFactors(page, site);
  }
});

const otherBrowser = async (
  context: BrowserContext,
  server: string,
): Promise<Page> => {
  const browser = context.browser();
  if (!browser) throw new Error("The tests run in a browser.");
  const page = await (await browser.newContext()).newPage();
  await enterPassword(page, server);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  return page;
};

test("a session ends in another browser at once", async ({
  page,
  context,
  server,
}) => {
  await enterPassword(page, server);
  await openSecurity(page, server);
  const other = await otherBrowser(context, server);
  await page.reload();
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByText("This device")).toHaveCount(1);
  const before = await devices.getByRole("listitem").count();
  await devices
    .getByRole("button", { name: /End the session of/ })
    .first()
    .click();
  await expect(devices.getByRole("listitem")).toHaveCount(before - 1);
  await other.goto(new URL("/profile", server).href);
  await expect(other.getByRole("heading", { name: "Log in" })).toBeVisible();
  await other.context().close();
  await devices.getByRole("button", { name: "End all other sessions" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
});

test("a manager whose role demands a second factor sets it up before anything else", async ({
  page,
}) => {
  const { E2E_PREPARED: prepared = "" } = process.env;
  const strict = await startServer(prepared, { REQUIRE_FACTOR: "managers" });
  try {
    await enterPassword(page, strict.url, "manager@seriba.test");
    const heading = page.getByRole("heading", { name: "Protect your account" });
    await expect(heading).toBeVisible();
    await expectAccessible(page);
    await page.goto(new URL("/bid-manager", strict.url).href);
    await expect(heading).toBeVisible();
    await setUpApp(page);
    await expect(
      page.getByRole("heading", { name: "Bid manager", level: 1 }),
    ).toBeVisible();
  } finally {
    await page.goto("about:blank");
    await strict.stop();
  }
});
