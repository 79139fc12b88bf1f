import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The browser program. Nothing is inlined as a data URL, so that the content
 * security policy stays narrow; the manifest is what the weight budget reads.
 */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
});
