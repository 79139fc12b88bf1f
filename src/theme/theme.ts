import { readStored, writeStored } from "../providers/storage";
import { createStore, useStoreValue } from "../providers/store";

export type Theme = "light" | "dark";

const systemIsDark = () =>
  typeof matchMedia === "function" &&
  matchMedia("(prefers-color-scheme: dark)").matches;

function preferred(): Theme {
  const stored = readStored("theme");
  if (stored === "light" || stored === "dark") return stored;
  return systemIsDark() ? "dark" : "light";
}

const themeStore = createStore<Theme>(preferred());

function show(): void {
  const theme = preferred();
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}

/** Follows the system, and the other tabs, from now on. */
export function followTheme(): void {
  show();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("storage", show);
}

/** The theme on screen. */
export const useTheme = (): Theme => useStoreValue(themeStore);

/** Chooses a theme for this browser. */
export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme);
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}
