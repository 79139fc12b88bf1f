import { createContext, useContext } from "react";
import type { Translate } from "./keys";

const TranslateContext = createContext<Translate | null>(null);

export const TranslateProvider = TranslateContext.Provider;

/**
 * Returns the translate function for keys that TypeScript checks, before and
 * after the login. For keys made at run time, such as a field's label, use
 * react-admin's `useTranslate`.
 */
export function useT(): Translate {
  const translate = useContext(TranslateContext);
  if (!translate) throw new Error("TranslateProvider is missing.");
  return translate;
}
