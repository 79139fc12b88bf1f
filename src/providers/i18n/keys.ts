import type en from "../../../locales/en.json";

/** Every dotted path that ends in a text: `auth.login.title`. */
type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key
    : `${Key}.${PathsOf<Texts[Key]>}`;
}[keyof Texts & string];

/** A key of the locales; what `en.json` has, every language has. */
export type MessageKey = PathsOf<typeof en>;

/** The texts of one language, nested as in the file. */
export type Messages = { [key: string]: string | Messages };

export type MessageValues = Readonly<Record<string, string | number>>;

export type Translate = (key: MessageKey, values?: MessageValues) => string;
