/**
 * Lets the service worker keep the program: the scripts and styles that this page has
 * loaded, and the start page without a user. Resolves once it knows them.
 */
export async function keepProgram(): Promise<void> {
  const { serviceWorker } = navigator as {
    serviceWorker?: typeof navigator.serviceWorker;
  };
  const build = document.querySelector<HTMLScriptElement>(
    'script[type="module"][src*="/assets/"]',
  )?.src;
  if (!serviceWorker || build === undefined) return;
  await serviceWorker.register("/sw.js");
  const { active } = await serviceWorker.ready;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => new URL(name).origin === location.origin);
  active?.postMessage({ build, files });
}
