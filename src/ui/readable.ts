import { readableName } from "../../domain/readableName";

export { readableName };

/**
 * Returns a readable form of a field name or value that has no label:
 * `steeringSide` becomes `Steering side`, `left_hand` `Left hand`, `numberOfABS`
 * `Number of ABS`, `PETROL` `Petrol`. A text with spaces only gets a capital.
 */
export function readableKey(key: string): string {
  const hasSpaces = /\s/.test(key.trim());
  const text = hasSpaces
    ? key
    : key
        .replace(/_+/g, " ")
        .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
        .replace(/(?<=\s)\p{Lu}(?=\p{Ll}|\s|$)/gu, (letter) =>
          letter.toLowerCase(),
        );
  const name = readableName(text.trim());
  return name.charAt(0).toUpperCase() + name.slice(1);
}
