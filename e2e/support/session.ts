import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Ends the session, as the server sees it. */
export const endSession = (page: Page) => page.context().clearCookies();

/** Fills in the dialog that appears when the session has ended. */
export async function logInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog").filter({ hasText: "Log in again" });
  await dialog.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await dialog.getByRole("button", { name: "Log in again" }).click();
  await expect(dialog).toHaveCount(0);
}
