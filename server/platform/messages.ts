import { languages, type Language } from "../../domain/limits";
import { isObject } from "./pointer";
import { fault, ProblemsFound, type Problem } from "./problem";
import { readJsonFolder, type JsonFile } from "./readJson";
import { wrongType } from "./schemas/schemaReason";

export type Messages = {
  /**
   * Returns the text of a locale key with `%{name}` replaced by its value. A
   * text with plural forms (`one |||| other`) takes the form of `smart_count`.
   * Falls back to the English text, then to the key.
   */
  translate(
    language: Language,
    key: string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  has(language: Language, key: string): boolean;
  /** Returns every key of a language with its text. */
  texts(language: Language): ReadonlyMap<string, string>;
};

const languageNames = Object.keys(languages) as Language[];

/** Reads locales/<language>.json. Throws ProblemsFound for invalid files. */
export function loadMessages(root: string): Messages {
  const { files, problems } = readJsonFolder(root, "locales");
  if (problems.length > 0) throw new ProblemsFound(problems);
  return compileMessages(files);
}

/** Returns the messages of locale files. Throws ProblemsFound if one is missing. */
export function compileMessages(files: readonly JsonFile[]): Messages {
  const catalogs = languageNames.map((language) => {
    const file = `locales/${language}.json`;
    const found = files.find((other) => other.file === file);
    return { language, file, content: found?.content };
  });
  const problems = catalogs
    .filter(({ content }) => !isObject(content))
    .map(({ file, content }): Problem => {
      const { id, values } =
        content === undefined
          ? ({ id: "fileMissing" } as const)
          : wrongType(content, "object");
      return { file, ...fault("", id, values) };
    });
  if (problems.length > 0) throw new ProblemsFound(problems);
  return createMessages(
    Object.fromEntries(
      catalogs.map(({ language, content }) => [language, content]),
    ),
  );
}

/** Returns the messages of nested objects of texts, one for each language. */
export function createMessages(
  catalogs: Readonly<Record<string, unknown>>,
): Messages {
  const texts = new Map(
    languageNames.map((language) => [
      language,
      new Map(flatten(catalogs[language])),
    ]),
  );
  const none: ReadonlyMap<string, string> = new Map();
  const of = (language: Language) => texts.get(language) ?? none;
  return {
    translate: (language, key, values = {}) => {
      const text = of(language).get(key) ?? of("en").get(key);
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

function* flatten(
  value: unknown,
  prefix: string[] = [],
): Generator<[string, string]> {
  if (typeof value === "string") yield [prefix.join("."), value];
  if (value === null || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value))
    yield* flatten(part, [...prefix, name]);
}

function choosePlural(
  text: string,
  language: Language,
  count: string | number | undefined,
): string {
  const forms = text.split("||||").map((form) => form.trim());
  const index =
    typeof count === "number" ? pluralForms[language](count) : forms.length - 1;
  return forms[Math.min(index, forms.length - 1)] ?? text;
}

const pluralForms: Record<Language, (count: number) => number> = {
  en: (count) => (count === 1 ? 0 : 1),
  ru: (count) => {
    if (count % 10 === 1 && count % 100 !== 11) return 0;
    const isFew = count % 10 >= 2 && count % 10 <= 4;
    return isFew && (count % 100 < 10 || count % 100 >= 20) ? 1 : 2;
  },
};
