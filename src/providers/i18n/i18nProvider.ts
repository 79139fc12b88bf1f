import polyglotI18nProvider from "ra-i18n-polyglot";
import type { I18nProvider, TranslationMessages } from "ra-core";
import type { Language } from "../../../domain/limits";
import type { Messages } from "./useT";

/**
 * Creates react-admin's i18n provider for one loaded language, with plurals.
 * The locales have react-admin's own texts for the few keys that the program can show.
 */
export const createI18nProvider = (
  language: Language,
  messages: Messages,
): I18nProvider =>
  polyglotI18nProvider(
    () => messages as unknown as TranslationMessages,
    language,
    [],
    { allowMissing: true },
  );
