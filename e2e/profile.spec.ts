import { expect, signIn, test } from "./support/fixtures";

// The browser logs the refused calls.
test.use({ expectedComplaints: /Failed to load resource/ });

test("a client edits the profile, and what was typed survives a refusal", async ({
  page,
}) => {
  await signIn(page, "client", "/profile");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("region", { name: "Edit profile" });
  await expect(form.getByLabel("City")).toBeVisible();
  await expect(form.getByLabel("E-mail")).toHaveCount(0);
  await form.getByLabel("City").fill("");
  await form.getByLabel("City").blur();
  await expect(form.getByText("Required field")).toBeVisible();
  await form.getByLabel("City").fill("Nakhodka");
  await page.route("**/api/user/update-profile", (route) => route.abort(), {
    times: 1,
  });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await expect(form.getByLabel("City")).toHaveValue("Nakhodka");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(
    page.getByRole("region", { name: "Personal details" }),
  ).toContainText("Nakhodka");
});

test("two tabs do not overwrite each other's profile", async ({ page }) => {
  await signIn(page, "restricted", "/profile");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("region", { name: "Edit profile" });
  await form.getByLabel("City").fill("Yokohama");
  const other = await page.evaluate(async () => {
    const reply = await fetch("/api/user/update-profile", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        fullName: "Akira Sato",
        mobile: "+81 90 1234 5678",
        city: "Kobe",
      }),
    });
    return reply.status;
  });
  expect(other).toBe(200);
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("Kobe");
  await conflict
    .getByRole("button", { name: "Save the chosen values" })
    .click();
  await expect(form).toBeHidden();
  await expect(
    page.getByRole("region", { name: "Personal details" }),
  ).toContainText("Yokohama");
});

test("the switch for mails is saved although the page is left at once", async ({
  page,
}) => {
  await signIn(page, "client", "/profile");
  const mails = page.getByLabel("E-mails about bids and orders");
  const wasOn = await mails.isChecked();
  const saved = page.waitForResponse("**/api/user/update-setting");
  await mails.click();
  await page.getByRole("link", { name: "My bids" }).first().click();
  expect((await saved).status()).toBe(200);
  await page.goto("/profile");
  await expect(mails).toBeChecked({ checked: !wasOn });
});
