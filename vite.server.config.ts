import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

type Manifest = { dependencies: Record<string, string> };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/**
 * The build of the API program. Packages under "dependencies" are installed
 * beside it, everything else is bundled. Chunks are written beside the entries,
 * so that paths relative to `import.meta.url` work in both.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: Object.keys(manifest.dependencies) },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/server",
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: "server/main.ts",
        admin: "server/admin.ts",
        import: "server/import.ts",
        workspaceExport: "server/workspaceExport.ts",
        databaseWorker: "server/platform/database/embedded/worker.ts",
        scanWorker: "server/workspace/columns/scanWorker.ts",
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
