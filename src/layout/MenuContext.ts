import { createContext, useContext } from "react";

const MenuContext = createContext<() => void>(() => undefined);

export const MenuContextProvider = MenuContext.Provider;

/** Opens the menu of a small screen. */
export const useOpenMenu = (): (() => void) => useContext(MenuContext);
