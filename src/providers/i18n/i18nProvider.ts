import polyglotI18nProvider from "ra-i18n-polyglot";
import type { I18nProvider, TranslationMessages } from "ra-core";
import type { Language } from "../../../domain/limits";
import type { Messages } from "./keys";

/**
 * react-admin's translations over one loaded language, with plurals. Its own
 * texts are left out: no part of react-admin that speaks is used.
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
