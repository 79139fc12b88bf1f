const placeholder = /\{([a-z][A-Za-z0-9]*)\}/g;

/** The names that stand in braces in a text. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = ""]) => name);

/** The text with each `{name}` replaced by what `valueOf` tells for it. */
export const fillIn = (
  text: string,
  valueOf: (name: string) => string,
): string => text.replace(placeholder, (_, name: string) => valueOf(name));
