// Lets the program start without a connection. It keeps scripts, styles and fonts, whose
// names change with their content, the texts, and the start page as visitors get it, which
// has no data of a user. It never answers a call of the API. With a connection, every page
// comes from the server.
const prefix = "seriba ";
const startPage = "/";

const isVersioned = (path) => path.startsWith("/assets/");
const isBeside = (path) =>
  /^\/(?:locales\/\w+\.json|boot\.js|mark\.svg|manifest\.webmanifest|icons\/[\w-]+\.png)$/.test(
    path,
  );

/** Puts a response into the cache of the present build, if there is one. */
const keep = async (request, response) => {
  const isPage = response.headers.get("content-type")?.includes("html");
  if (!response.ok || isPage) return;
  const name = (await caches.keys()).findLast((each) =>
    each.startsWith(prefix),
  );
  if (name) await (await caches.open(name)).put(request, response);
};

/** Files of a build never change. */
const fromCache = async (request) => {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  await keep(request, response.clone());
  return response;
};

const fromServer = async (request) => {
  try {
    const response = await fetch(request);
    await keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
};

/** Without cookies the server sends the page as for a visitor. */
const fetchStartPage = () =>
  fetch(startPage, { credentials: "omit", cache: "no-store" });

const openPage = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(startPage);
    if (kept) return kept;
    throw error;
  }
};

/** Keeps the files of a build, and forgets earlier builds. */
const keepBuild = async ({ build, files }) => {
  const name = prefix + build;
  const cache = await caches.open(name);
  const start = await fetchStartPage();
  if (
    !start.ok ||
    !(await start.clone().text()).includes(new URL(build).pathname)
  )
    return;
  await cache.put(startPage, start);
  const wanted = [build, ...files].filter((file) => {
    const { pathname } = new URL(file);
    return isVersioned(pathname) || isBeside(pathname);
  });
  await Promise.all(
    [...new Set(wanted)].map(async (file) => {
      if (await cache.match(file)) return;
      const response = await fetch(file).catch(() => undefined);
      if (response?.ok) await cache.put(file, response);
    }),
  );
  for (const other of await caches.keys())
    if (other.startsWith(prefix) && other !== name) await caches.delete(other);
};

self.addEventListener("install", () => {
  void self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener("message", (event) => {
  // Without a connection everything stays as it is.
  event.waitUntil(keepBuild(event.data).catch(() => undefined));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    event.respondWith(openPage(request));
  else if (isVersioned(pathname)) event.respondWith(fromCache(request));
  else if (isBeside(pathname)) event.respondWith(fromServer(request));
});
