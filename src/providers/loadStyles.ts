/** Loads styles that did not arrive, and removes the styles that have loaded from `missing`. */
export async function loadStyles(missing: Set<string>): Promise<void> {
  await Promise.all(
    [...missing].map(async (href) => {
      await loadStyle(href);
      missing.delete(href);
    }),
  );
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      resolve();
    });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    });
    document.head.append(link);
  });
}
