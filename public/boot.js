// Runs before the first paint: the theme and language of this browser, and the
// texts of that language, asked for beside the script. Kept in step with
// src/theme/theme.ts and src/providers/i18n/language.ts.
(function () {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = read("seriba.theme");
  const isDark =
    theme === "dark" ||
    (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "dark" : "light";

  const language = read("seriba.language");
  const isRussian =
    language === "ru" ||
    (language !== "en" && /^ru\b/i.test(navigator.language));
  root.lang = isRussian ? "ru" : "en";

  for (const href of [`/locales/${root.lang}.json`, "/config.json"]) {
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "fetch";
    link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }
})();
