import {
  expect,
  expectAccessible,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";
import type { Page } from "@playwright/test";

type Car = {
  id: string;
  lotNo: string;
  version: number;
  billNo: string | null;
};

const carsOf = async (page: Page): Promise<Car[]> => {
  const reply = await page.request.get(
    "/api/purchased-cars/list?status=All&pageSize=20",
  );
  return (await reply.json()).carsList as Car[];
};
const open = async (page: Page) => {
  await page
    .getByRole("button", { name: "Paste from a spreadsheet" })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Paste from a spreadsheet" });
  await expect(dialog).toBeVisible();
  return dialog;
};

// The browser logs the conflict.
test.use({ expectedComplaints: /Failed to load resource/ });

test("a manager pastes two columns by lot number, keeps the change of somebody else, and undoes the paste", async ({
  page,
}) => {
  // Without live news, the preview keeps the older version.
  await page.route("**/api/live*", () => undefined);
  await signIn(page, "manager", "/purchased-cars");
  const [first, second, third] = (await carsOf(page)).filter(
    ({ billNo }) => billNo === null,
  );
  if (!first || !second || !third) throw new Error("There are too few cars.");
  const dialog = await open(page);
  await dialog
    .getByRole("textbox", { name: "Cells from a spreadsheet" })
    .fill(
      [
        "Lot no.\tB/L no.\tSeller's papers",
        `${first.lotNo}\tBL-1\t`,
        `${second.lotNo}\tBL-2\tsoon`,
        `${third.lotNo}\tBL-3\t`,
        "no-such-lot\tBL-4\t",
      ].join("\n"),
    );
  await expect(
    dialog.getByText("Changed: 3. The same: 0. Cells with problems: 2."),
  ).toBeVisible();
  await expect(dialog.getByText("No row found")).toBeVisible();
  await expectAccessible(page, "dialog");
  await dialog.getByRole("checkbox", { name: /Leave out 2 cells/ }).check();
  // Somebody else changes the first car after the preview.
  const changed = await page.request.patch(
    `/api/lists/purchased-cars/${first.id}`,
    { data: { courier: "DHL" }, headers: ownOrigin() },
  );
  expect(changed.ok()).toBe(true);
  await dialog.getByRole("button", { name: "Apply to 3 rows" }).click();
  await expect(
    dialog.getByText(/Changed in the meantime by .*Courier DHL/),
  ).toBeVisible();
  await expect(dialog.getByText("2 of 3 rows are written.")).toBeVisible();
  const numberOf = async ({ id }: Car) =>
    (await carsOf(page)).find((car) => car.id === id)?.billNo;
  expect(await numberOf(first)).toBeNull();
  expect(await numberOf(second)).toBe("BL-2");
  expect(await numberOf(third)).toBe("BL-3");
  await dialog.getByRole("button", { name: "Undo the paste" }).click();
  await expect.poll(() => numberOf(third)).toBeNull();
  expect(await numberOf(second)).toBeNull();
  const restored = await page.request.patch(
    `/api/lists/purchased-cars/${first.id}`,
    { data: { courier: null }, headers: ownOrigin() },
  );
  expect(restored.ok()).toBe(true);
});

test("a paste is usable on a phone @phone @phone-only", async ({ page }) => {
  await signIn(page, "manager", "/purchased-cars");
  const [car] = await carsOf(page);
  const dialog = await open(page);
  await dialog
    .getByRole("textbox", { name: "Cells from a spreadsheet" })
    .fill(`Lot no.\tB/L no.\n${car?.lotNo}\tBL-9`);
  await expect(dialog.getByText(/Changed: 1/)).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Apply to 1 row" }),
  ).toBeInViewport();
  const overflow = await dialog.evaluate(
    (box) => box.scrollWidth - box.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page, "dialog");
});
