import { createEmitter } from "./store";

/** The page is about to reload itself: forms store what was typed. */
export const reloading = createEmitter();

let isReloading = false;

/** Whether the page reloads itself now, after forms have stored what was typed. */
export const isReloadingItself = (): boolean => isReloading;

/** Reloads the page. Forms restore their typed values afterwards. */
export function reloadPage(): void {
  reloading.emit();
  isReloading = true;
  location.reload();
  // A guard that still asks may keep the page.
  setTimeout(() => {
    isReloading = false;
  }, 5_000);
}
