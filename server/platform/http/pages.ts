import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors";
import type { Messages } from "../messages";
import { runWork } from "./admission";
import { answer } from "./answerErrors";

/** Returns the data that a page carries for its user; null for strangers. */
export type BootData = (request: FastifyRequest) => Promise<object | null>;

const year = 365 * 24 * 60 * 60;

/**
 * Serves the files of the browser program, compressed at build time. Browsers
 * keep files with a hash in their name for a year and revalidate the others.
 * Every other page is `index.html` with the user's profile and workspace in
 * it. Other unknown paths get 404.
 */
export async function servePages(
  app: FastifyInstance,
  options: { root: string; messages: Messages; boot: BootData },
): Promise<void> {
  const { root, messages, boot } = options;
  const folder = path.join(root, "dist", "web");
  const index = path.join(folder, "index.html");
  const page = existsSync(index) ? readFileSync(index, "utf8") : null;
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
    return sendPage(reply, page, await bootSafely(request, boot));
  });
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
async function bootSafely(
  request: FastifyRequest,
  boot: BootData,
): Promise<object | null> {
  try {
    return await runWork(request, () => boot(request));
  } catch (error) {
    request.log.warn({ err: error }, "a page was sent without data");
    return null;
  }
}

function sendPage(
  reply: FastifyReply,
  page: string,
  data: object | null,
): FastifyReply {
  const html = data ? page.replace("</head>", () => bootScript(data)) : page;
  return reply
    .code(200)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The JSON type keeps the browser from running the data. */
const bootScript = (data: object): string =>
  `<script type="application/json" id="boot">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script></head>`;
