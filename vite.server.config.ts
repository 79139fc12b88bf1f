import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";

type Manifest = { dependencies: Record<string, string> };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

const fonts = path.dirname(
  createRequire(import.meta.url).resolve(
    "@expo-google-fonts/inter/package.json",
  ),
);

/** Writes the fonts of PDFs (`platform/pdf/fontFiles.ts`) and their licence. */
const copyFonts: Plugin = {
  name: "copy-fonts",
  generateBundle() {
    for (const file of [
      "400Regular/Inter_400Regular.ttf",
      "600SemiBold/Inter_600SemiBold.ttf",
      "LICENSE_FONT",
    ])
      this.emitFile({
        type: "asset",
        fileName: `fonts/${path.basename(file)}`,
        source: readFileSync(path.join(fonts, file)),
      });
  },
};

/**
 * The build of the API program. Packages under "dependencies" are installed
 * beside it, everything else is bundled. Chunks are written beside the entries,
 * so that paths relative to `import.meta.url` work in both.
 */
export default defineConfig({
  plugins: [copyFonts],
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
        pdfWorker: "server/platform/pdf/pdfWorker.ts",
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
