import { createContext, useContext } from "react";

const MenuContext = createContext<() => void>(() => undefined);

export const MenuContextProvider = MenuContext.Provider;

/** Returns the function that opens the menu on small screens. */
export const useOpenMenu = (): (() => void) => useContext(MenuContext);
