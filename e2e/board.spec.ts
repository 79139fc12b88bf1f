import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";

const column = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true });
/** The number of a column, which links to its rows. */
const numberOf = (region: Locator) =>
  region.getByRole("link", { name: /Open in the list/ });

test("a manager moves a car on the board by keyboard and takes it back", async ({
  page,
}) => {
  await signIn(page, "manager", "/purchased-cars");
  // The first cars of the demo are won a while after the server has started.
  const countCars = async () => {
    const reply = await page.request.get("/api/purchased-cars/list");
    const { carsList } = (await reply.json()) as { carsList: unknown[] };
    return carsList.length;
  };
  await expect.poll(countCars, { timeout: 120_000 }).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole("button", { name: "Board" }).click();
  await page
    .getByRole("group", { name: "Board by" })
    .getByRole("button", { name: "Car", exact: true })
    .click();
  await expect(page).toHaveURL(/board=carState/);
  const won = column(page, "Won");
  const collected = column(page, "Collected");
  await expect(won.getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  const before = Number(await numberOf(won).innerText());

  const move = won.getByRole("button", { name: /^Move / }).first();
  const name = (await move.getAttribute("aria-label")) ?? "";
  await move.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "→ Collected" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "→ Collected" });
  await form.getByRole("textbox").first().fill("2026-01-05");
  await form.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  const moved = collected.getByRole("button", { name, exact: true });
  await expect(moved).toBeVisible();
  await expect(moved).toBeFocused();
  await expect(numberOf(won)).toHaveText(String(before - 1));

  await page.keyboard.press("Control+z");
  await expect(won.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(numberOf(won)).toHaveText(String(before));

  await numberOf(won).click();
  await expect(page).toHaveURL(/\?car=won$/);
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /purchase|car/ })
      .first(),
  ).toContainText(String(before));
});
