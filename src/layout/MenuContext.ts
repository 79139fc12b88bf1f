import { createContext, useContext } from "react";
import type { MenuEntry } from "./menuEntries";

const MenuContext = createContext<() => void>(() => undefined);

export const MenuContextProvider = MenuContext.Provider;

/** Returns the function that opens the menu on small screens. */
export const useOpenMenu = (): (() => void) => useContext(MenuContext);

const MenuPagesContext = createContext<readonly MenuEntry[]>([]);

export const MenuPagesProvider = MenuPagesContext.Provider;

/** Returns the menu's entries for pages that no resource declares. */
export const useMenuPages = (): readonly MenuEntry[] =>
  useContext(MenuPagesContext);
