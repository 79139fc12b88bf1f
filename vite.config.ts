import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { subsetFonts } from "./scripts/support/subsetFonts.mjs";

/**
 * Modules that every signed-in screen uses, without the parts that bring MUI and the
 * parts of screens that are loaded later.
 */
const signedInModules = [
  /src\/app\/(SignedIn\.tsx|beginFirstCalls\.ts|fillFirstList\.ts)$/,
  // The banners load once the page is idle.
  /src\/layout\/(?!Banners|KeySheet)/,
  /src\/ui\/(?!MuiTheme|Popup|HoverCard|SearchSelect|DayCalendar|Tabs)/,
  // Small modules that several pages share. A script of its own for each of them
  // costs a phone more than their bytes.
  /src\/workspace\/(controls\/inputDrafts|detailPath|formatMoment|numberText|fieldText|sections|webAddress)\.tsx?$/,
  /src\/workspace\/registry\//,
  /src\/workspace\/cells\/\w+Cell\.tsx?$/,
  /src\/workspace\/detail\/RowFacts\.tsx$/,
  /src\/bidding\/facts\/moment\.ts$/,
  /src\/providers\/(fetchFile|write|useServerClock|tabStorage|viewer)\.ts$/,
  // A page that was open before a deploy could not load it for its next profile.
  /src\/providers\/foreign\/(readProfile|coerceToSchema)\.ts$/,
  /\/react-query\/.*\/useMutation\./,
  /domain\/(?!bothAccess|computed\/(areaRules|formula|step|sumLines)|condition\/words|countryRules|declarations\/|inspection\/|sheet\/|visible|liveEvent|chat|comparables|lotHistory|quote|recordReference|initialValue|sharedLot|shownLot|signUp|phoneNumber)/,
  /ra-core\/.*\/useLocaleState\./,
];

/**
 * Modules that are loaded together go into one script. The login page needs
 * only `base`, which the build calls `index`, and a lot's page does not need `listing`.
 * Without these groups the first listing requests thirty scripts, most of them under
 * a kilobyte.
 */
const groups = [
  {
    name: "base",
    test: /index\.html$|rolldown\/runtime|src\/(main\.tsx|identity\/LoginPage\.tsx)$/,
  },
  {
    name: "signedIn",
    test: (id: string) => signedInModules.some((pattern) => pattern.test(id)),
  },
  // Forms need them, and lists do not.
  { name: "widgets", test: /src\/workspace\/widgets\// },
  { name: "listing", test: /src\/workspace\/page\/ListingPage\.tsx$/ },
  { name: "actions", test: /src\/workspace\/actions\/Actions\.tsx$/ },
  { name: "lot", test: /src\/(catalog\/LotPage|bidding\/BidPanel)\.tsx$/ },
  // Small modules of the grid that forms share.
  {
    name: "material",
    test: /@mui\/.*\/(useTimeout|zero-styled|inputBaseClasses|useFormControl|formatMuiErrorMessage|formatErrorMessage|useSlotProps|createSimplePaletteValueFilter|usePreviousProps|contains|createSvgIcon|Typography|SelectFocusSourceContext)\b/,
  },
  // Each script has a name in the scripts that load it.
  { name: "prices", test: /src\/prices\/AboveFacts\.tsx$/ },
  // Without the sign-up form, which brings the numbering plans of all countries.
  {
    name: "accounts",
    test: /src\/identity\/(ForgotPasswordPage|VerifyEmailPage|SetPasswordPage|VerificationMail)\.tsx$/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/**
 * The modules that a page needs first. Keys are `list`, `list:<name>` and
 * `row:<schema>`. The server adds links
 * to their scripts and styles to its pages, so that a browser loads all of them
 * at once.
 */
const firstModules: Readonly<Record<string, readonly string[]>> = {
  signedIn: ["src/app/SignedIn.tsx"],
  list: ["src/workspace/page/ListingPage.tsx"],
  dashboard: ["src/workspace/dashboard/DashboardPage.tsx"],
  actions: ["src/workspace/actions/Actions.tsx"],
  grid: ["src/workspace/rows/GridTable.tsx"],
  "list:bid-manager": ["src/bidding/manager/TodayWork.tsx"],
  "row:lot": ["src/catalog/LotPage.tsx", "src/bidding/BidPanel.tsx"],
};

const sourceOf = (file: string) => path.resolve("src", file);

/** Modules of packages that the build replaces by smaller ones with the same exports. */
const replacements = [
  {
    importer: /./,
    source: /^react-router$/,
    file: path.resolve("node_modules/react-router/dist/production/index.mjs"),
  },
  {
    importer: /\/ra-core\/.*\/reactRouterProvider\.js$/,
    source: /^react-router-dom$/,
    file: sourceOf("providers/reactRouterDom.ts"),
  },
  {
    importer: /\/node-polyglot\//,
    source: /^object\.entries$/,
    file: sourceOf("providers/i18n/objectEntries.cjs"),
  },
  {
    importer: /\/node-polyglot\//,
    source: /^hasown$/,
    file: sourceOf("providers/i18n/hasOwn.cjs"),
  },
  {
    importer: /\/ra-core\//,
    source: /^lodash\/isEqual\.js$/,
    file: path.resolve("node_modules/fast-deep-equal/index.js"),
  },
  {
    importer: /\/x-data-grid\/material\/index\./,
    source:
      /^@mui\/material\/(Autocomplete|Chip|FormControl|InputAdornment|InputBase|InputLabel|Select|Switch|Tab|TablePagination|Tabs|TextField|TextareaAutosize|ToggleButton)$/,
    file: sourceOf("workspace/rows/unusedGridPart.ts"),
  },
];

const replaceModules: Plugin = {
  name: "seriba-replace-modules",
  enforce: "pre",
  apply: "build",
  resolveId: (source, importer = "") =>
    replacements.find(
      (known) => known.importer.test(importer) && known.source.test(source),
    )?.file,
};

/**
 * Writes `.vite/preloads.json` and `build.json`, which names the first script of the
 * build, and preloads the font of the first texts.
 */
const preloads = (): Plugin => ({
  name: "seriba-preloads",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(
      (output) => output.type === "chunk",
    );
    const closure = (chunk: Rolldown.OutputChunk, found: Set<string>) => {
      if (found.has(chunk.fileName)) return found;
      found.add(chunk.fileName);
      for (const other of chunks)
        if (chunk.imports.includes(other.fileName)) closure(other, found);
      return found;
    };
    const groupOf = (modules: readonly string[]) => {
      const files = new Set<string>();
      for (const module of modules) {
        const chunk = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/${module}`)),
        );
        if (!chunk) throw new Error(`The build has no ${module}.`);
        closure(chunk, files);
      }
      const styles = chunks
        .filter(({ fileName }) => files.has(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      return { scripts: [...files], styles: [...new Set(styles)] };
    };
    const groups = Object.entries(firstModules).map(([kind, modules]) => [
      kind,
      groupOf(modules),
    ]);
    this.emitFile({
      type: "asset",
      fileName: ".vite/preloads.json",
      source: JSON.stringify(Object.fromEntries(groups)),
    });
    const entry = chunks.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error("The build has no entry.");
    this.emitFile({
      type: "asset",
      fileName: "build.json",
      source: JSON.stringify({ script: `/${entry.fileName}` }),
    });
  },
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) =>
        /inter-latin-wght-normal-.*\.woff2$/.test(file),
      );
      if (!font) return [];
      return [
        {
          tag: "link",
          attrs: {
            rel: "preload",
            // On slow lines the scripts come first.
            fetchpriority: "low",
            as: "font",
            type: "font/woff2",
            crossorigin: true,
            href: `/${font}`,
          },
          injectTo: "head",
        },
      ];
    },
  },
});

/**
 * The build of the browser program. It inlines no data URLs, so that the
 * content security policy can stay narrow, and writes the manifest that
 * `npm run weight` reads.
 */
export default defineConfig({
  plugins: [
    react(),
    replaceModules,
    subsetFonts(path.resolve("generated/fonts")),
    preloads(),
  ],
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // A browser without modulepreload only loads the modules a little later.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
