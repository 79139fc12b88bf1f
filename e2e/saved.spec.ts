import type { Page } from "@playwright/test";
import type { Resource } from "../domain/resource";
import { editDeclaration, restoreDeclaration } from "./support/declarations";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";

const cars = "resources/car-auction.json";

const savedButton = (page: Page) =>
  page.getByRole("button", { name: /^Saved searches/ });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const press = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name }).click();

/** Deletes all saved searches of the signed-in user. */
async function forgetSearches({ request }: Page) {
  const reply = await request.get("/api/user/my-search?type=auction");
  const { items } = (await reply.json()) as { items: { id: string }[] };
  for (const { id } of items)
    await request.post("/api/user/delete-search", {
      data: { id },
      headers: ownOrigin(),
    });
}

/** Saves a search of car auctions for the signed-in user. */
const save = (page: Page, title: string, params: string) =>
  page.request.post("/api/user/save-search", {
    data: { title, params, type: "auction" },
    headers: ownOrigin(),
  });

/** Whether the server's declarations of car auctions have the filter. */
const hasFilter = async (page: Page, wanted: string): Promise<boolean> => {
  const reply = await page.request.get("/api/workspace");
  const { resources } = (await reply.json()) as { resources: Resource[] };
  const list = resources.find(({ name }) => name === "car-auction");
  return list?.filters.some(({ field }) => field === wanted) ?? false;
};

/** Signs in as a client without saved searches. */
async function signInWithoutSearches(page: Page) {
  await signIn(page, "client");
  await forgetSearches(page);
}

test("saves, opens, renames and deletes a search by keyboard", async ({
  page,
}) => {
  await signInWithoutSearches(page);
  await page.goto("/car-auction?year=2015,2020&sort=year&order=DESC&page=2");
  await savedButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Saved searches")).toContainText("No saved");
  await press(page, "Save this search");
  const title = dialog(page, "Save this search").getByLabel("Title");
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Year 2015 – 2020 · Year, descending");
  await title.fill("Newer ones");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Search saved")).toContainText("Newer ones");
  await press(page, "View all");

  const list = dialog(page, "Saved searches");
  const found = list.getByRole("button", { name: /^Newer ones/ });
  await expect(found).toHaveAttribute("aria-current", "true");
  const rename = list.getByRole("button", { name: "Rename “Newer ones”" });
  await rename.press("Enter");
  const newTitle = list.getByRole("textbox", { name: "Title" });
  await expect(newTitle).toBeFocused();
  await page.keyboard.type("Never mind");
  await page.keyboard.press("Escape");
  await expect(list).toBeVisible();
  await expect(found).toBeVisible();
  await expect(rename).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(newTitle).toBeFocused();
  await newTitle.fill("For Anna");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /^For Anna/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(savedButton(page)).toBeFocused();

  await page.goto("/car-auction");
  await expect(savedButton(page)).toHaveText(/Saved searches\s*1/);
  await savedButton(page).click();
  await list.getByRole("button", { name: /^For Anna/ }).click();
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\?year=2015,2020&sort=year&order=DESC$/);

  await savedButton(page).click();
  await list.getByRole("button", { name: "Delete “For Anna”" }).click();
  await expect(dialog(page, "Delete the saved search?")).toBeVisible();
  await press(page, "Delete");
  await expect(list).toContainText("No saved searches yet");
});

test("opens a search whose filter was removed, with a notice", async ({
  page,
}) => {
  await signInWithoutSearches(page);
  await save(page, "Driven little", "year=2015,2020&mileage=0,90000");
  // No list is open that could request counts of the removed filter.
  try {
    editDeclaration<Resource>(cars, (resource) => ({
      ...resource,
      filters: resource.filters.filter(({ field }) => field !== "mileage"),
    }));
    await expect.poll(() => hasFilter(page, "mileage")).toBe(false);
    await page.goto("/car-auction");
    await savedButton(page).click();
    await expect(
      dialog(page, "Saved searches").getByText(
        "No longer available: mileage=0,90000",
      ),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Driven little/ }).click();
    await expect(page).toHaveURL(/\?year=2015,2020$/);
    await expect(
      page.getByText(/without filters that no longer exist: mileage=0,90000/),
    ).toBeVisible();
  } finally {
    restoreDeclaration(cars);
  }
  await expect.poll(() => hasFilter(page, "mileage")).toBe(true);
  await page.goto("/car-auction");
  await savedButton(page).click();
  await page.getByRole("button", { name: /^Driven little/ }).click();
  await expect(page).toHaveURL(/\?year=2015,2020&mileage=0,90000$/);
  await forgetSearches(page);
});

test(
  "the saved searches are accessible in both themes and languages",
  { tag: "@phone" },
  async ({ page, isMobile }) => {
    test.slow();
    await signInWithoutSearches(page);
    for (let number = 1; number <= 10; number += 1)
      await save(
        page,
        `${number}. Toyota Crown Athlete`,
        `year=20${9 + number},`,
      );
    for (const look of looks) {
      if (isMobile && !look.tag.includes("@phone")) continue;
      await openIn(page, look, "/car-auction?year=2015,2020");
      const title = look.language === "ru" ? /^Сохранённые/ : /^Saved searches/;
      await page.getByRole("button", { name: title }).click();
      const open = page.getByRole("dialog");
      await expect(open.getByText("10. Toyota")).toBeVisible();
      await expect(open.getByRole("button").last()).toBeDisabled();
      await expectAccessible(page);
      await open
        .getByRole("button", { name: /^(Rename|Переименовать) .10\./ })
        .click();
      await expectAccessible(page);
    }
    await forgetSearches(page);
  },
);
