import type { Json } from "../../domain/declarations/json";
import { flatLabels } from "../../domain/declarations/labels";
import { languageNames, type Language } from "../../domain/limits";

export type Messages = {
  /**
   * Returns the text of a locale key with `%{name}` replaced by its value. A
   * text with plural forms (`one |||| other`) takes the form of `smart_count`.
   * Falls back to the English text, then to the key. With the section `orders`, it
   * takes `orders.<key>` if there is such a text, else `<key>`.
   */
  translate(
    language: Language,
    key: string,
    values?: Readonly<Record<string, string | number>>,
    section?: string,
  ): string;
  has(language: Language, key: string): boolean;
  /** Returns every key of a language with its text. */
  texts(language: Language): ReadonlyMap<string, string>;
};

/** Returns the messages of nested objects of texts, one for each language. */
export function createMessages(
  catalogs: Readonly<Record<string, unknown>>,
): Messages {
  const texts = new Map(
    languageNames.map((language) => [
      language,
      new Map(Object.entries(flatLabels(catalogs[language] as Json))),
    ]),
  );
  const none: ReadonlyMap<string, string> = new Map();
  const of = (language: Language) => texts.get(language) ?? none;
  return {
    translate: (language, key, values = {}, section) => {
      const own =
        section === undefined
          ? undefined
          : of(language).get(`${section}.${key}`);
      const text = own ?? of(language).get(key) ?? of("en").get(key);
      if (text === undefined) return key;
      const form = choosePlural(text, language, values.smart_count);
      return form.replace(/%\{(\w+)\}/g, (gap, name: string) =>
        String(values[name] ?? gap),
      );
    },
    has: (language, key) => of(language).has(key),
    texts: of,
  };
}

function choosePlural(
  text: string,
  language: Language,
  count: string | number | undefined,
): string {
  const forms = text.split("||||").map((form) => form.trim());
  const category =
    typeof count === "number" ? pluralRules[language].select(count) : "other";
  return forms[["one", "few"].indexOf(category)] ?? forms.at(-1) ?? text;
}

const pluralRules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  ru: new Intl.PluralRules("ru"),
};
