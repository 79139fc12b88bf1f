import { currentLanguage } from "../../providers/i18n/language";

/** Formats a time in Japan, in the same form as on the receipt. */
export const japanTime = (moment: string): string =>
  new Intl.DateTimeFormat(
    currentLanguage() === "en" ? "en-GB" : currentLanguage(),
    { dateStyle: "long", timeStyle: "medium", timeZone: "Asia/Tokyo" },
  ).format(new Date(moment));
