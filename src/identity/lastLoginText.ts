import { currentLanguage } from "../providers/i18n/language";

/** When somebody last logged in, by the clock of this browser. */
export const lastLoginText = (time: string | null): string | null =>
  time &&
  new Intl.DateTimeFormat(currentLanguage() === "ru" ? "ru-RU" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(time));
