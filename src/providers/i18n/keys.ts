import type en from "../../../locales/en.json";

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
