import { createContext, useContext } from "react";
import type { Translate } from "./keys";

const TranslateContext = createContext<Translate | null>(null);

export const TranslateProvider = TranslateContext.Provider;

/**
 * How a component says something, by keys that are checked: on the pages
 * before the sign-in and in the signed-in app alike. Keys made at run time,
 * such as a field's label, go through react-admin's `useTranslate`.
 */
export function useT(): Translate {
  const translate = useContext(TranslateContext);
  if (!translate) throw new Error("No language is loaded here.");
  return translate;
}
