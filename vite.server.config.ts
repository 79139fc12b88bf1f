import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";

type Manifest = { dependencies: Record<string, string> };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** The fonts of PDFs (`platform/pdf/fontFiles.ts`), by the name of their package. */
const fonts = {
  inter: [
    "400Regular/Inter_400Regular.ttf",
    "600SemiBold/Inter_600SemiBold.ttf",
  ],
  "biz-udpgothic": [
    "400Regular/BIZUDPGothic_400Regular.ttf",
    "700Bold/BIZUDPGothic_700Bold.ttf",
  ],
};

const { resolve } = createRequire(import.meta.url);

/** Writes the fonts and their licences. */
const copyFonts: Plugin = {
  name: "copy-fonts",
  generateBundle() {
    const emit = (fileName: string, file: string) =>
      this.emitFile({
        type: "asset",
        fileName: `fonts/${fileName}`,
        source: readFileSync(resolve(`@expo-google-fonts/${file}`)),
      });
    for (const [family, files] of Object.entries(fonts)) {
      emit(`LICENSE_FONT-${family}`, `${family}/LICENSE_FONT`);
      for (const file of files) emit(path.basename(file), `${family}/${file}`);
    }
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
        backup: "server/backup.ts",
        restore: "server/restore.ts",
        import: "server/import.ts",
        verify: "server/verify.ts",
        workspaceExport: "server/workspaceExport.ts",
        databaseWorker: "server/platform/database/embedded/worker.ts",
        scanWorker: "server/workspace/columns/scan/scanWorker.ts",
        pdfWorker: "server/platform/pdf/pdfWorker.ts",
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
