import { createContext, useContext } from "react";
import type en from "../../../locales/en.json";

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

/**
 * Returns a translate function that prefers the texts of a section of the locales: with
 * the section `orders`, it takes `orders.<key>` if there is such a text, else `<key>`.
 */
export const preferTexts =
  <Key extends string, Values extends object>(
    section: string | undefined,
    translate: (key: Key, values?: Values) => string,
  ): ((key: Key, values?: Values) => string) =>
  (key, values) => {
    if (section === undefined) return translate(key, values);
    const own = `${section}.${key}`;
    // A missing text gives the key, whatever `_` the values have.
    const text = translate(
      own as Key,
      { ...values, _: own } as unknown as Values,
    );
    return text === own ? translate(key, values) : text;
  };

/** The dotted paths of all texts, such as `auth.login.title`. */
type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key
    : `${Key}.${PathsOf<Texts[Key]>}`;
}[keyof Texts & string];

/** A key of a text. All languages have the keys of `en.json`. */
export type MessageKey = PathsOf<typeof en>;

/** The texts of one language, nested as in its file. */
export type Messages = { [key: string]: string | Messages };

export type MessageValues = Readonly<Record<string, string | number>>;

export type Translate = (key: MessageKey, values?: MessageValues) => string;
