import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

type Manifest = { dependencies: Record<string, string> };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/**
 * The API program. Packages under "dependencies" stay outside the bundle and
 * are installed beside it; anything else it imports is bundled. Chunks lie
 * beside the entries, so that a path relative to `import.meta.url` holds.
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
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
