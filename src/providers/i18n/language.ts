import { languages, type Language } from "../../../domain/limits";
import { request } from "../http";
import { reloadPage } from "../reloadPage";
import { sessionStore } from "../session";
import { writeStored } from "../storage";

/** Returns the page's language, which `boot.js` sets before the first paint. */
export const currentLanguage = (): Language =>
  document.documentElement.lang === "ru" ? "ru" : "en";

/** Returns the language of a profile's language id; null for other ids. */
export function languageOfId(id: number | null): Language | null {
  if (id === languages.en) return "en";
  return id === languages.ru ? "ru" : null;
}

/**
 * Saves the language, for signed-in users first on the server, and reloads the
 * page. Throws without changing anything if the server refuses.
 */
export async function changeLanguage(
  language: Language,
  reload: () => void = reloadPage,
): Promise<void> {
  if (sessionStore.get().status === "authenticated")
    await request("/user/update-setting", {
      method: "PUT",
      body: { language: languages[language] },
    });
  writeStored("language", language);
  reload();
}
