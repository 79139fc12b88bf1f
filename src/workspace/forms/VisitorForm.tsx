import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { I18nContext, type I18nProvider } from "ra-core";
import { useMemo, useState, type ComponentProps } from "react";
import { BrowserRouter } from "react-router";
import { currentLanguage } from "../../providers/i18n/language";
import { useT, type MessageKey } from "../../providers/i18n/useT";
import { BodyForm } from "./SchemaForm";

/**
 * A form of the engine on a page of visitors, which have no workspace: the page brings the
 * schema and the validator. Texts have no plural forms there.
 */
export default function VisitorForm(props: ComponentProps<typeof BodyForm>) {
  const t = useT();
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  const i18n = useMemo<I18nProvider>(
    () => ({
      translate: (key: string, values?: { _?: string }) => {
        const text = t(key as MessageKey, { ...values });
        return text === key ? (values?._ ?? key) : text;
      },
      getLocale: currentLanguage,
      changeLocale: () => Promise.resolve(),
    }),
    [t],
  );
  return (
    <I18nContext.Provider value={i18n}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <BodyForm {...props} />
        </BrowserRouter>
      </QueryClientProvider>
    </I18nContext.Provider>
  );
}
