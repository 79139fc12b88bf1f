import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Modules that every signed-in screen uses, without the parts that bring MUI. */
const signedInModules = [
  /src\/app\/SignedIn\.tsx$/,
  /src\/layout\//,
  /src\/ui\/(?!MuiTheme|Popup|SearchSelect|DayCalendar)/,
  /src\/workspace\/registry\/(rank|fields)\.ts$/,
  /domain\//,
  /ra-core\/.*\/useLocaleState\./,
];

/**
 * Modules that are loaded together go into one script. The login page needs
 * only `base`, a lot's page does not need `listing`. Without these groups the
 * first listing requests thirty scripts, most of them under a kilobyte.
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
 * The build of the browser program. It inlines no data URLs, so that the
 * content security policy can stay narrow, and writes the manifest that
 * `npm run weight` reads.
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
