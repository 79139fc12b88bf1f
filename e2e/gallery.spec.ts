import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";
import { comingLot } from "./support/lots";

type Point = { x: number; y: number };

/** Moves fingers over the screen, from their first points to their last ones. */
async function drag(page: Page, fingers: readonly (readonly [Point, Point])[]) {
  const browser = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: Point[],
  ) => browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  const at = (part: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    }));
  await send("touchStart", at(0));
  for (let step = 1; step <= 8; step += 1)
    await send("touchMove", at(step / 8));
  await send("touchEnd", []);
  await browser.detach();
}

test(
  "a photo is zoomed by two fingers and moved by one, and Back closes the gallery",
  { tag: "@phone-only" },
  async ({ page }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    await page.goto(`/car-auction/${lot.id}`);
    await page.getByRole("button", { name: /full screen/i }).click();
    const gallery = page.getByRole("dialog");
    const photo = gallery.locator(".yarl__slide_current img");
    await expect(photo).toBeVisible();
    const box = async () => {
      const found = await photo.boundingBox();
      if (!found) throw new Error("The photo is not shown");
      return found;
    };
    const before = await box();
    const middle = {
      x: before.x + before.width / 2,
      y: before.y + before.height / 2,
    };
    const aside = (by: number) => ({ x: middle.x + by, y: middle.y });
    await drag(page, [
      [aside(-30), aside(-120)],
      [aside(30), aside(120)],
    ]);
    await expect
      .poll(async () => (await box()).width)
      .toBeGreaterThan(before.width * 1.5);
    // A touch soon after the fingers have left would be a double tap, which zooms.
    let zoomed = await box();
    let equalLooks = 0;
    const lookAgain = async () => {
      const last = zoomed;
      zoomed = await box();
      equalLooks = zoomed.width === last.width ? equalLooks + 1 : 0;
      return equalLooks;
    };
    await expect
      .poll(lookAgain, { intervals: [250] })
      .toBeGreaterThanOrEqual(4);
    await drag(page, [[aside(60), aside(0)]]);
    await expect.poll(async () => (await box()).x).toBeLessThan(zoomed.x - 20);
    expect((await box()).width).toBeCloseTo(zoomed.width, 0);
    await page.goBack();
    await expect(gallery).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/car-auction/${lot.id}$`));
  },
);

test(
  "a tall picture is moved to its ends at full zoom",
  { tag: "@phone-only" },
  async ({ page }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    await page.goto(`/car-auction/${lot.id}`);
    const open = page.getByRole("button", { name: /full screen/i });
    await open.click();
    const dialog = page.getByRole("dialog");
    const picture = dialog.locator(".yarl__slide_current img");
    const address = await picture.getAttribute("src");
    const tall = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1400"/>`;
    await page.route(new URL(address ?? "", page.url()).href, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: tall }),
    );
    await page.reload();
    await open.click();
    await expect(picture).toBeVisible();
    const zoomIn = dialog.getByRole("button", { name: "Zoom in" });
    await expect(async () => {
      if (await zoomIn.isEnabled()) await zoomIn.click();
      await expect(zoomIn).toBeDisabled({ timeout: 100 });
    }).toPass();
    const edges = async () => {
      const box = await picture.boundingBox();
      if (!box) throw new Error("The picture is not shown");
      return { top: box.y, bottom: box.y + box.height };
    };
    await expect
      .poll(async () => (await edges()).bottom)
      .toBeGreaterThan(1_000);
    const high = { x: 195, y: 150 };
    const low = { x: 195, y: 600 };
    await expect(async () => {
      await drag(page, [[low, high]]);
      expect((await edges()).bottom).toBeLessThan(850);
    }).toPass();
    await expect(async () => {
      await drag(page, [[high, low]]);
      expect((await edges()).top).toBeGreaterThan(-6);
    }).toPass();
  },
);
