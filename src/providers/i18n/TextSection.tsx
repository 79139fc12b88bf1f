import { I18nContext, useI18nProvider, type I18nProvider } from "ra-core";
import { useMemo, type ReactNode } from "react";
import { preferTexts, TranslateProvider, useT } from "./useT";

/**
 * Gives its children the texts of a section of the locales in place of the usual ones,
 * where the section has them. Without a section it changes nothing.
 */
export function TextSection({
  section,
  children,
}: {
  section: string | undefined;
  children: ReactNode;
}) {
  const t = useT();
  const provider = useI18nProvider();
  const preferred = useMemo(() => preferTexts(section, t), [section, t]);
  const preferring = useMemo<I18nProvider>(
    () => ({
      ...provider,
      translate: preferTexts(section, (key: string, values?: object) =>
        provider.translate(key, values),
      ),
    }),
    [section, provider],
  );
  return (
    <TranslateProvider value={preferred}>
      <I18nContext.Provider value={preferring}>{children}</I18nContext.Provider>
    </TranslateProvider>
  );
}
