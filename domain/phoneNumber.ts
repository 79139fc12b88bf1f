import { isValidPhoneNumber } from "libphonenumber-js/min";
import type { Language } from "./limits";

/** The form of a Russian phone number, in which 0 stands for any digit. */
export const russianPhoneMask = "+0 (000) 000-00-00";

/**
 * Returns the digits to insert for the first ones of a Russian number: people write the
 * country code as 8 or leave it out.
 *
 * @example withRussianCode("89161234567") // "79161234567"
 */
export const withRussianCode = (digits: string): string =>
  digits.replace(/^8/, "7").replace(/^9/, "79");

const russianPhone = /^\+\d \(\d{3}\) \d{3}-\d{2}-\d{2}$/;

/**
 * Returns whether a text is a phone number: in Russian one of the form +N (NNN) NNN-NN-NN,
 * else a possible international number that begins with +.
 */
export const isPhoneNumber = (text: string, language: Language): boolean =>
  language === "ru"
    ? russianPhone.test(text)
    : text.startsWith("+") && isValidPhoneNumber(text);
