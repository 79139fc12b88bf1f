import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors";
import type { Messages } from "../messages";
import { runWork } from "./admission";
import { answer } from "./answerErrors";

/** What a page carries for its reader; null when nobody is signed in. */
export type BootData = (request: FastifyRequest) => Promise<object | null>;

const year = 365 * 24 * 60 * 60;

/**
 * Serves the browser program, compressed beforehand: files whose name holds a hash for a year, others checked at
 * each use. Any other page of the site is `index.html`, with the reader's
 * profile and workspace in it. What is no page is answered as an error.
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
 * Declarations and texts are in the build for servers that have none; this one
 * gives each viewer the visible parts only, and the texts as they are now.
 */
const isPublicFile = (name: string): boolean =>
  name !== "/index.html" &&
  name !== "/" &&
  !/^\/(resources|locales)\//.test(name);

const cachingOf = (file: string): string =>
  file.includes(`${path.sep}assets${path.sep}`)
    ? `public, max-age=${year}, immutable`
    : "no-cache";

/** A page has no file extension; a browser asks for it as text. */
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

/** The page also opens while the database is away: the program asks again. */
async function bootSafely(
  request: FastifyRequest,
  boot: BootData,
): Promise<object | null> {
  try {
    return await runWork(request, () => boot(request));
  } catch (error) {
    request.log.warn({ err: error }, "a page was sent without its data");
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

/** Data only: its type keeps the browser from running it. */
const bootScript = (data: object): string =>
  `<script type="application/json" id="boot">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script></head>`;
