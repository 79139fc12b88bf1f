import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What lists, lots and the other screens have in common. */
const signedInModules = [
  /src\/app\/SignedIn\.tsx$/,
  /src\/layout\//,
  /src\/ui\/(?!MuiTheme)/,
  /src\/workspace\/registry\/(rank|fields)\.ts$/,
  /domain\//,
  /ra-core\/.*\/useLocaleState\./,
];

/**
 * What is loaded together is one script, with all it imports that none before
 * it has: the login needs `base` alone, a lot no `listing`. Without this a
 * first listing asks for thirty scripts, most of them under a kilobyte.
 */
const groups = [
  { name: "base", test: /src\/(main\.tsx|identity\/LoginPage\.tsx)$/ },
  { name: "firstCalls", test: /src\/app\/beginFirstCalls\.ts$/ },
  {
    name: "signedIn",
    test: (id: string) => signedInModules.some((pattern) => pattern.test(id)),
  },
  { name: "listing", test: /src\/workspace\/page\/ListingPage\.tsx$/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
