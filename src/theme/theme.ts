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

/** Follows changes of the system theme and of other tabs. */
export function followTheme(): void {
  show();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("storage", show);
}

/** Returns the current theme. */
export const useTheme = (): Theme => useStoreValue(themeStore);

/** Sets the theme of this browser. */
export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme);
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}
