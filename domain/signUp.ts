import type { FieldProblem } from "./fieldProblem";
import type { Language } from "./limits";
import { isPhoneNumber } from "./phoneNumber";

/** The country that a Russian form begins with: Russia. */
export const russianCountry = 183;

/** The number of words of a full name in Russian: surname, name and patronymic. */
const russianNameWords = 3;

/** Returns the problem of a full name that is not empty; null for a valid one. */
export function fullNameProblem(
  name: string,
  language: Language,
): FieldProblem | null {
  if (language !== "ru") return null;
  const words = name.trim().split(/ +/);
  return words.length === russianNameWords ? null : { key: "threeWords" };
}

/** Returns the problem of a phone number that is not empty; null for a valid one. */
export const phoneProblem = (
  phone: string,
  language: Language,
): FieldProblem | null =>
  isPhoneNumber(phone.trim(), language) ? null : { key: "phone" };
