import {
  client,
  startProvider,
  type TestProvider,
} from "../tests/server/identity/sso/provider";
import { freePort } from "../tests/support/freePort";
import { expect, expectAccessible, test } from "./support/fixtures";
import { startServer, type RunningServer } from "./support/server";
import { endSession } from "./support/session";

/** Refusals that these tests provoke. */
test.use({ expectedComplaints: /status of (401|403)/ });

let provider: TestProvider;
let portal: RunningServer;

test.beforeAll(async () => {
  const { E2E_PREPARED: prepared = "" } = process.env;
  const port = String(await freePort());
  provider = await startProvider(`http://127.0.0.1:${port}/sso`);
  portal = await startServer(prepared, {
    PORT: port,
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: client.id,
    SSO_CLIENT_SECRET: client.secret,
    SSO_NAME: "Example Motors",
  });
});

test.afterAll(async () => {
  await portal.stop();
  await provider.close();
});

const email = "client@seriba.test";

test("a person connects an account once by the password, and then logs in by single sign-on", async ({
  page,
}) => {
  provider.person = { sub: "client-1", email };
  const at = (path: string) => new URL(path, portal.url).href;
  const bySso = page.getByRole("button", {
    name: "Log in with Example Motors",
  });
  await page.goto(at("/auth/login?redirect=%2Fprofile"));
  await bySso.click();
  await expect(page.getByText("No account is connected to")).toContainText(
    "client-1",
  );
  await page.getByLabel("Connect my account").check();
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const profile = page.getByRole("heading", { name: "Profile", level: 1 });
  await expect(profile).toBeVisible();

  await page.goto(at("/profile/security"));
  const box = page.getByRole("region", { name: "Single sign-on" });
  await expect(box.getByText("On", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await endSession(page);
  await page.goto(at("/auth/login?redirect=%2Fprofile"));
  await bySso.click();
  await expect(profile).toBeVisible();
  expect(page.url()).toBe(at("/profile"));

  // A session that expires is renewed in a window of its own, and nothing typed is lost.
  await page.getByRole("button", { name: "Edit" }).first().click();
  await page.getByLabel("City").fill("Kobe");
  await endSession(page);
  await page.getByRole("button", { name: "Save" }).first().click();
  const expired = page.getByRole("dialog", { name: "Session expired" });
  await expired
    .getByRole("button", { name: "Log in with Example Motors" })
    .click();
  await expect(expired).toHaveCount(0);
  await expect(page.getByLabel("City")).toHaveValue("Kobe");
  await page.goto("about:blank");
});
