import { currentLanguage } from "../providers/i18n/language";

/** Formats the time of the last login in the browser's time zone. */
export const lastLoginText = (time: string | null): string | null =>
  time &&
  new Intl.DateTimeFormat(currentLanguage() === "ru" ? "ru-RU" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(time));
