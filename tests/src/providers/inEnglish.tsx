import type { ReactNode } from "react";
import en from "../../../locales/en.json";
import { translateIn } from "../../../src/providers/i18n/messages";
import { TranslateProvider } from "../../../src/providers/i18n/useT";

/** The texts of `locales/en.json` around a part of the page. */
export const InEnglish = ({ children }: { children: ReactNode }) => (
  <TranslateProvider value={(key, values) => translateIn(en, key, values)}>
    {children}
  </TranslateProvider>
);
