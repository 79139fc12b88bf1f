const { readFileSync } = require("node:fs");
const path = require("node:path");

/** The areas in the order of server/areas.ts: a server area may use a lower one. */
const [, list = ""] =
  /areas: readonly AreaModule\[\] = \[([^\]]*)\]/.exec(
    readFileSync(path.join(__dirname, "server/areas.ts"), "utf8"),
  ) ?? [];
const areas = list.match(/\w+/g) ?? [];
if (areas.length === 0)
  throw new Error("server/areas.ts has no list of areas that can be read.");
const anyArea = `(?:${areas.join("|")})`;
/** The workshop of the browser edits the declarations of all areas. */
const browserArea = `(?:${areas.filter((area) => area !== "workshop").join("|")})`;

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: typeof from === "string" ? { path: from } : from,
  to: typeof to === "string" ? { path: to } : to,
});

const lowerAreasOnly = areas
  .slice(0, -1)
  .map((area, index) =>
    forbid(
      `server-${area}-below`,
      `${area} is below ${areas.slice(index + 1).join(", ")}; add a port to Ports in its index.ts, which a higher area provides.`,
      `^server/${area}/`,
      `^server/(?:${areas.slice(index + 1).join("|")})/`,
    ),
  );

/**
 * Folders and files of `base` from the lowest to the highest. Each of them may
 * import only those before it. A group in one entry may import each other.
 */
const floors = (base, comment, ...rooms) =>
  rooms
    .slice(0, -1)
    .map((room, index) =>
      forbid(
        `${base.replace(/\W/g, "-")}-${[anyArea, browserArea].includes(room) ? "areas" : room.replace(/\W+/g, "-")}-below`,
        comment,
        `^${base}/(?:${room})(?:/|\\.)`,
        `^${base}/(?:${rooms.slice(index + 1).join("|")})(?:/|\\.)`,
      ),
    );

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      "no-circles",
      "Modules that need each other are one module, or need a third.",
      {},
      { circular: true },
    ),
    forbid(
      "every-import-resolves",
      "An import that is not found is an arrow that is not checked.",
      {},
      { couldNotResolve: true, path: "^\\." },
    ),
    forbid(
      "domain-stands-alone",
      "domain/ imports only itself, JSON and the types made of it.",
      "^domain/",
      "^(?:src|server|tests|e2e|bench|scripts)/",
    ),
    forbid("domain-does-no-io", "domain/ is pure.", "^domain/", {
      dependencyTypes: ["core"],
    }),
    forbid(
      "src-not-server",
      "What both programs need moves to domain/.",
      "^src/",
      "^server/",
    ),
    forbid(
      "server-not-src",
      "What both programs need moves to domain/.",
      "^server/",
      "^src/",
    ),
    forbid(
      "product-not-tools",
      "Programs do not import their tests and tools.",
      "^(?:src|server)/",
      "^(?:tests|e2e|bench|scripts)/",
    ),
    forbid(
      "src-areas-apart",
      "What two areas need moves to workspace, ui or domain.",
      `^src/(${browserArea})/`,
      { path: `^src/${browserArea}/`, pathNot: "^src/$1/" },
    ),
    ...floors(
      "src",
      "providers, ui and layout carry the engine, the engine carries the areas and the workshop, app is on top.",
      "providers",
      "theme",
      "ui",
      "layout",
      "workspace",
      browserArea,
      "workshop",
      "app",
      "main",
    ),
    ...floors(
      "src/workspace",
      "State is below the components that draw it; page assembles them.",
      "formatMoment|numberText|detailPath|openedFrom|sections|requiredContext|useLabels|fieldText|FieldTextProvider",
      "registry",
      "listing",
      "cells|chart|compare|controls|history",
      "rows|filters|saved|widgets",
      "forms",
      "actions",
      "detail",
      "editing",
      "page|dashboard",
    ),
    ...floors(
      "src/bidding",
      "What is known of a bid is below its form, which is below its submission; the panel puts them together.",
      "facts",
      "form",
      "submission",
      "BidPanel",
      "RowBidPanel",
      "index",
    ),
    ...floors(
      "server",
      "platform carries the engine, the engine carries the areas.",
      "platform",
      "workspace",
      anyArea,
      "areas",
      "declare|createContext",
      "app",
      "program|main",
    ),
    ...floors(
      "server/workspace",
      "Rows and checks are below the declared set, which is below what works by it.",
      "sources|listing",
      "checks",
      "declarations|declared|context",
      "overlay|indexes|columns|export|forms",
      "validators",
      "lists",
      "dashboards|palette|records",
      "area",
      "openAreas",
      "bundle",
      "routes",
    ),
    ...floors(
      "server/workspace/listing",
      "A table and its fields are below the query over them, which is below the ways to answer it; the reply adds rows and labels.",
      "source",
      "query",
      "sql|rows",
      "reply",
      "index",
    ),
    ...floors(
      "server/workspace/columns",
      "The stored columns are below what fills and saves them, and below the scans and queries that read them.",
      "store",
      "load",
      "snapshot",
      "scan",
      "query",
      "areaTable",
      "columnsEngine",
      "index",
    ),
    ...floors(
      "server/platform",
      "Schemas, the database, changes, jobs, mail, storage and PDFs know nothing of HTTP; the live stream is an HTTP call.",
      "schemas|database",
      "changes",
      "jobs",
      "mail",
      "storage",
      "pdf",
      "outbound",
      "http",
      "live",
    ),
    ...lowerAreasOnly,
    forbid(
      "server-areas-by-index",
      "An area is used only through its index.ts.",
      `^server/(${anyArea})/`,
      {
        path: `^server/${anyArea}/`,
        pathNot: ["^server/$1/", "^server/[^/]+/index\\.ts$"],
      },
    ),
    forbid(
      "feed-uses-catalog-only",
      "Of the areas, feed knows catalog/index.ts.",
      "^server/feed/",
      {
        path: `^server/${anyArea}/`,
        pathNot: ["^server/feed/", "^server/catalog/index\\.ts$"],
      },
    ),
    forbid(
      "nothing-imports-main",
      "main is where a program starts.",
      {},
      "^(?:server/main\\.ts|src/main\\.tsx)$",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
