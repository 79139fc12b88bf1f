import { useEffect, useState } from "react";
import { countCharacters } from "../../domain/formats";
import { loadConfiguration } from "../providers/configuration";
import type { Translate } from "../providers/i18n/useT";

/** Servers of the specification take passwords of this length. */
const specifiedLength = 6;

/** Returns how many characters the server requires of a new password. */
export function useNewPasswordLength(): number {
  const [length, setLength] = useState(specifiedLength);
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ newPasswordLength }) => {
      if (isShown && newPasswordLength) setLength(newPasswordLength);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return length;
}

/** Returns the text for a new password that is not empty and too short; null for others. */
export const newPasswordText = (
  password: string,
  length: number,
  t: Translate,
): string | null =>
  password !== "" && countCharacters(password) < length
    ? t("auth.validation.tooShort", { length: length - 1 })
    : null;

/** Returns the text for a repeated password that differs; null for an equal or empty one. */
export const repeatedText = (
  password: string,
  repeated: string,
  t: Translate,
): string | null =>
  repeated !== "" && repeated !== password ? t("auth.validation.differ") : null;
