import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * Starts an entry of the server's build in a worker thread, or its source if the
 * server runs from source. `here` is the `import.meta.url` of the caller; `built`
 * is relative to the build, `source` to the caller.
 */
export function startThread(
  here: string,
  { built, source }: { built: string; source: string },
  workerData?: unknown,
): Worker {
  if (!here.endsWith(".ts"))
    return new Worker(new URL(built, here), { workerData });
  const tsx = pathToFileURL(createRequire(here).resolve("tsx"));
  // `--import tsx` has no effect in a worker thread.
  const tsxModule = new URL("./esm/api/index.mjs", tsx).href;
  const entry = `
    import { register } from ${JSON.stringify(tsxModule)};
    register();
    await import(${JSON.stringify(new URL(source, here).href)});`;
  return new Worker(
    new URL(`data:text/javascript,${encodeURIComponent(entry)}`),
    { workerData, execArgv: [] },
  );
}
