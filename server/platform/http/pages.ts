import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { failure } from "../errors";
import { escapeHtml } from "../escapeHtml";
import type { Messages } from "../messages";
import { isObject } from "../pointer";
import { runWork } from "./work";
import { answer } from "./answerErrors";

/** The data and links that a page carries for its user. */
export type PageContent = {
  /** The user's profile and workspace. */
  data: object;
  /**
   * Its first calls, which `boot.js` sends. It also loads the photo to which the keys
   * `photo` lead in the reply.
   */
  calls: readonly { url: string; photo?: readonly (string | number)[] }[];
  /** Groups of scripts and styles that the build has listed. */
  scripts: readonly string[];
  /** Paths of further modules. */
  modules: readonly string[];
  /**
   * The name of the page, which it shows in the layout of signed-in users while it
   * loads; null for pages without that layout.
   */
  title: string | null;
};

/** Returns tags for the head of a page, written as HTML. */
type Tags = (request: FastifyRequest) => Promise<string>;

/** Returns the content of a page for its user; null for strangers. */
export type Boot = (request: FastifyRequest) => Promise<PageContent | null>;

/** The scripts and styles of each group, which the build writes. */
type Preloads = Readonly<
  Record<string, { scripts: string[]; styles: string[] } | undefined>
>;

/**
 * The HTML that pages show until their program runs, which the build writes. `%title%`
 * stands for the name of the page.
 */
type Frames = { signedIn?: string; visitor?: string };

const year = 365 * 24 * 60 * 60;

/**
 * Serves the files of the browser program, compressed at build time. Browsers
 * keep files with a hash in their name for a year and revalidate the others.
 * Every other page is `index.html` with a frame that is shown at once, the present
 * `config.json`, the user's profile and workspace, its first calls, and links to the
 * scripts that it needs first. Other unknown paths get 404.
 */
export async function servePages(
  app: FastifyInstance,
  options: {
    root: string;
    messages: Messages;
    boot: Boot;
    tags?: Tags;
    /** Returns settings of this server. They replace the same settings of `config.json`. */
    configuration?: () => Promise<Readonly<Record<string, unknown>>>;
  },
): Promise<void> {
  const { root, messages, boot, tags, configuration } = options;
  const folder = path.join(root, "dist", "web");
  const index = path.join(folder, "index.html");
  const page = existsSync(index) ? readFileSync(index, "utf8") : null;
  const built = path.join(folder, ".vite");
  const preloads: Preloads = readBuilt(path.join(built, "preloads.json"), {});
  const frames: Frames = readBuilt(path.join(built, "frames.json"), {});
  /** The page has its own links to the files that every visitor needs. */
  const filesOf = (names: readonly string[], kind: "scripts" | "styles") => {
    const files = names.flatMap((name) => preloads[name]?.[kind] ?? []);
    return [...new Set(files)].filter((file) => !page?.includes(file));
  };
  if (page !== null)
    await app.register(staticFiles, {
      root: folder,
      prefix: "/",
      index: false,
      cacheControl: false,
      preCompressed: true,
      dotfiles: "ignore",
      setHeaders: (reply, file) => {
        void reply.header("cache-control", cachingOf(file));
      },
      allowedPath: isPublicFile,
    });
  app.setNotFoundHandler(async (request, reply) => {
    if (page === null || !isPage(request)) {
      const refusal = failure("not_found");
      return answer({ refusal, request, reply, messages });
    }
    const content = await safely(request, boot);
    const head = tags ? await safely(request, tags) : null;
    const title = escapeHtml(content?.title ?? "");
    const frame = !content
      ? frames.visitor
      : content.title !== null &&
        frames.signedIn?.replace("%title%", () => title);
    const framed = page
      .replace('<div id="root">', (root) => root + (frame || ""))
      .replace("<title>", (start) => start + (title && `${title} · `))
      .replace("</head>", (end) => (head ?? "") + end);
    const config = {
      ...(await readConfiguration(folder)),
      ...(configuration && (await safely(request, configuration))),
    };
    // Before `boot.js`, which reads them.
    const before = [
      Object.keys(config).length > 0 ? inertScript("config", config) : "",
      content ? inertScript("calls", content.calls) : "",
    ].join("");
    const html = framed
      .replace("<head>", (start) => start + before)
      .replace("</head>", (end) =>
        content ? headOf(content, filesOf) + end : end,
      );
    return reply
      .code(200)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

/** Returns the content of a file of the build; `none` before the first build. */
function readBuilt<Content>(file: string, none: Content): Content {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Content)
    : none;
}

/** Returns `config.json`; null if it is missing or not an object. */
async function readConfiguration(folder: string): Promise<object | null> {
  try {
    const text = await readFile(path.join(folder, "config.json"), "utf8");
    const config: unknown = JSON.parse(text);
    return isObject(config) ? config : null;
  } catch {
    return null;
  }
}

/**
 * The build contains declarations and texts for servers that do not provide
 * them. This server does not serve these files: each viewer gets the visible
 * parts only, and the current texts.
 */
const isPublicFile = (name: string): boolean =>
  name !== "/index.html" &&
  name !== "/" &&
  !/^\/(resources|locales)\//.test(name);

const cachingOf = (file: string): string =>
  file.includes(`${path.sep}assets${path.sep}`)
    ? `public, max-age=${year}, immutable`
    : "no-cache";

/** A page has no file extension, and the browser accepts HTML for it. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const [pathname = ""] = url.split("?");
  const isApi = pathname === "/api" || pathname.startsWith("/api/");
  const accept = headers.accept ?? "*/*";
  return (
    (method === "GET" || method === "HEAD") &&
    !isApi &&
    (pathname === "/index.html" || path.extname(pathname) === "") &&
    /text\/html|\*\/\*/.test(accept)
  );
}

/** If the database is down, the page opens without data and retries. */
async function safely<Result>(
  request: FastifyRequest,
  work: (request: FastifyRequest) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await runWork(request, () => work(request));
  } catch (error) {
    // The work for a reader who has left is cancelled, and nothing is sent.
    if (!request.work?.isClosed)
      request.log.warn({ err: error }, "a page was sent without data");
    return null;
  }
}

type FilesOf = (
  groups: readonly string[],
  kind: "scripts" | "styles",
) => string[];

/** Returns the links and the data that are added to the head of a page. */
function headOf(
  { data, scripts, modules }: PageContent,
  filesOf: FilesOf,
): string {
  return [
    ...filesOf(scripts, "styles").map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
    ),
    ...filesOf(scripts, "scripts").map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    ...modules.map((file) => `<link rel="modulepreload" href="${file}">`),
    inertScript("boot", data),
  ].join("");
}

/** The JSON type keeps the browser from running the data. */
const inertScript = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
