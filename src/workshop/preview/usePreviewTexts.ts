import { useI18nProvider, useLocaleState, type I18nProvider } from "ra-core";
import { useMemo } from "react";
import type { Document } from "../document/types";

/**
 * The texts of the page with the draft's own names of the list in place of
 * those that are published.
 */
export function usePreviewTexts(
  name: string,
  document: Document,
): I18nProvider {
  const provider = useI18nProvider();
  const [locale] = useLocaleState();
  return useMemo(() => {
    const texts = document.labels[locale === "ru" ? "ru" : "en"];
    const prefix = `resources.${name}.`;
    return {
      ...provider,
      translate: (key: string, options: { _?: string } = {}) => {
        if (!key.startsWith(prefix)) return provider.translate(key, options);
        return texts[key.slice(prefix.length)] ?? options._ ?? key;
      },
    };
  }, [provider, locale, name, document]);
}
