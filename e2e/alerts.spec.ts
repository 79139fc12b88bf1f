import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { RunningServer } from "./support/server";
import { expect, signIn, test } from "./support/fixtures";

/** Imports one car of 1987 that is sold next week, which no demo lot resembles. */
async function importLot({ root }: RunningServer) {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const rows = [
    {
      ID: "alerts-1",
      LOT: "70123",
      AUCTION_DATE: `${day} 11:00:00`,
      AUCTION: "USS Tokyo",
      MARKA_NAME: "NISSAN",
      MODEL_NAME: "SKYLINE",
      YEAR: "1987",
      START: "9,350,000",
      FINISH: "0",
    },
  ];
  const feed = promisify(execFile)(
    process.execPath,
    [
      ...[path.resolve("dist/server/import.js"), "--feed", "ajes"],
      ...["--into", "auction", "-"],
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIRECTORY: path.join(root, "data"),
        DATABASE_URL: "",
        INIT_CWD: "",
      },
    },
  );
  feed.child.stdin?.end(JSON.stringify(rows));
  await feed;
}

test("tells a client about a new lot of a saved search until they have seen it", async ({
  page,
  runningServer,
}) => {
  test.slow();
  await signIn(page, "client", "/car-auction?year=1987,1987");
  await page.getByRole("button", { name: /^Saved searches/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save this search" }).click();
  await dialog.getByLabel("Title").fill("Cars of 1987");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByLabel("Tell me about new lots of “Cars of 1987”")
    .selectOption("At once");
  await page.goto("/bids");

  await importLot(runningServer);
  const news = page.getByRole("link", { name: /^Alerts, \d+ new$/ });
  await news.click({ timeout: 150_000 });
  await expect(page).toHaveURL(/\/alerts$/);
  const alert = page.getByRole("row", { name: /Cars of 1987/ });
  await expect(alert).toBeVisible();
  await expect(news).toHaveCount(0);

  const opened = page.waitForEvent("popup");
  await alert.getByRole("link").click();
  const lot = await opened;
  await expect(lot).toHaveURL(/\/car-auction\/\d+$/);
  await expect(lot.getByText(/9\s350\s000/).first()).toBeVisible();
});
