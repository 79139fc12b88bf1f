import { writeFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";

/**
 * Draws the frames of `src/app/frames.tsx` as HTML into `.vite/frames.json` of the
 * built program. The names of CSS modules are the same as in the build.
 */
export const drawFrames = async (folder) => {
  const server = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    logLevel: "warn",
  });
  try {
    const { frames } = await server.ssrLoadModule("/src/app/frames.tsx");
    const drawn = Object.entries(frames).map(([name, frame]) => [
      name,
      renderToStaticMarkup(frame),
    ]);
    writeFileSync(
      path.join(folder, ".vite", "frames.json"),
      JSON.stringify(Object.fromEntries(drawn)),
    );
  } finally {
    await server.close();
  }
};
