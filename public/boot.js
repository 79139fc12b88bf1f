// Runs before the first paint: the theme, language and frame of this browser. Requests
// the texts of that language and the first calls of the page while the program
// is loading. Kept in step with src/theme/theme.ts,
// src/providers/i18n/language.ts and src/providers/earlyResponses.ts.
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

  // Shows the right frame: see src/app/frames.tsx.
  if (read("seriba.signedIn")) root.dataset.signedIn = "";
  if (read("seriba.sidebar") === "short") root.dataset.sidebar = "short";

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

  // The largest picture of the screen would otherwise wait for the program.
  const loadPhoto = async (response, keys) => {
    let found = await response.json();
    for (const key of keys) found = found?.[key];
    if (typeof found !== "string") return;
    const image = new Image();
    image.fetchPriority = "high";
    image.src = found;
  };

  const calls = document.getElementById("calls");
  if (calls) {
    globalThis.earlyResponses = new Map();
    for (const { url, photo } of JSON.parse(calls.textContent)) {
      const response = fetch(url, {
        credentials: "include",
        headers: { accept: "application/json" },
      });
      globalThis.earlyResponses.set(url, response);
      response
        .then((found) => photo && loadPhoto(found.clone(), photo))
        .catch(() => undefined);
    }
  }
})();
