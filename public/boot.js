// Runs before the first paint: the theme, language and frame of this browser. Requests
// the texts of that language and the first calls of the page while the program
// is loading. Kept in step with src/theme/theme.ts,
// src/providers/i18n/language.ts, src/providers/earlyResponses.ts and
// src/providers/refresh.ts.
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
  const wasSignedIn = read("seriba.signedIn") !== null;
  if (wasSignedIn) root.dataset.signedIn = "";
  if (read("seriba.sidebar") === "short") root.dataset.sidebar = "short";

  const language = read("seriba.language");
  const isRussian =
    language === "ru" ||
    (language !== "en" && /^ru\b/i.test(navigator.language));
  root.lang = isRussian ? "ru" : "en";

  const config = document.getElementById("config");
  const files = [`/locales/${root.lang}.json`];
  if (!config) files.push("/config.json");
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "fetch";
    link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }

  const get = (url) =>
    fetch(url, {
      credentials: "include",
      headers: { accept: "application/json" },
    });

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
      const response = get(url);
      globalThis.earlyResponses.set(url, response);
      response
        .then((found) => photo && loadPhoto(found.clone(), photo))
        .catch(() => undefined);
    }
  } else if (config && wasSignedIn && navigator.locks) {
    // The page has no session, because its access token has expired.
    const { apiBase = "/api" } = JSON.parse(config.textContent);
    const url = `${apiBase}/auth/update`;
    const response = navigator.locks.request("seriba.refresh", () => get(url));
    response.catch(() => undefined);
    globalThis.earlyResponses = new Map([[url, response]]);
  }
})();
