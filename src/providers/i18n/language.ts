import { languages, type Language } from "../../../domain/limits";
import { request } from "../http";
import { sessionStore } from "../session";
import { writeStored } from "../storage";

/** The language that `boot.js` has set before the first paint. */
export const currentLanguage = (): Language =>
  document.documentElement.lang === "ru" ? "ru" : "en";

/** The language of a profile's id; null when it has none of ours. */
export function languageOfId(id: number | null): Language | null {
  if (id === languages.en) return "en";
  return id === languages.ru ? "ru" : null;
}

/**
 * Changes the language: of a signed-in user first on the server, then in this
 * browser, and reloads the page. Throws when the server did not take it;
 * nothing is changed then.
 */
export async function changeLanguage(
  language: Language,
  reload: () => void = () => {
    location.reload();
  },
): Promise<void> {
  if (sessionStore.get().status === "authenticated")
    await request("/user/update-setting", {
      method: "PUT",
      body: { language: languages[language] },
    });
  writeStored("language", language);
  reload();
}
