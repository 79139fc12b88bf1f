import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { brotliCompressSync, constants } from "node:zlib";
import type { Viewer } from "../../../domain/access";
import { failure } from "../errors";
import { fingerprint } from "../fingerprint";
import { findSession, type Authenticate } from "./request";
import { openApiDocument } from "./openApi";

/** Viewers with equal rights share a document; few combinations exist. */
const mostDocuments = 50;

type Document = { text: string; compressed: Buffer; tag: string };

type DocsOptions = {
  authenticate: Authenticate;
  /** Changes with every edit of a declaration. */
  declarationsHash: () => string;
};

/**
 * Registers `/openapi.json`, the part of the contract that its reader may
 * see, and `/docs`, a page to read it.
 */
export async function registerDocs(
  app: FastifyInstance,
  { authenticate, declarationsHash }: DocsOptions,
): Promise<void> {
  const documentFor = documentCache(app, declarationsHash);
  app.get("/openapi.json", async (request, reply) => {
    const session = await findSession(request, authenticate);
    const { text, compressed, tag } = documentFor(session?.viewer ?? null);
    void reply
      .type("application/json; charset=utf-8")
      .header("etag", tag)
      .header("vary", "Cookie, Accept-Encoding")
      .header("cache-control", "private, no-cache");
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    const accepted = request.headers["accept-encoding"] ?? "";
    return /\bbr\b/.test(accepted)
      ? reply.header("content-encoding", "br").send(compressed)
      : reply.send(text);
  });

  await app.register(swagger, {
    mode: "static",
    specification: {
      document: {
        openapi: "3.1.0",
        info: { title: "Seriba", version: "1" },
        paths: {},
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    indexPrefix: app.prefix,
    uiHooks: {
      // The page loads `docs/json`, which the plugin would build each time.
      onRequest: (request, reply, done) => {
        if (request.url.endsWith("/docs/json"))
          void reply.redirect(`${app.prefix}/openapi.json`);
        else
          done(
            request.url.endsWith("/docs/yaml")
              ? failure("not_found")
              : undefined,
          );
      },
    },
  });
}

/** Returns a function that builds a viewer's document once per declarations. */
function documentCache(
  app: FastifyInstance,
  declarationsHash: DocsOptions["declarationsHash"],
): (viewer: Viewer | null) => Document {
  const documents = new Map<string, Document>();
  let builtFrom = "";
  return (viewer) => {
    const hash = declarationsHash();
    if (hash !== builtFrom || documents.size >= mostDocuments)
      documents.clear();
    builtFrom = hash;
    const key = JSON.stringify(viewer && { ...viewer, userId: "" });
    const known = documents.get(key);
    if (known) return known;
    const { declaredRoutes, schemas } = app;
    const content = openApiDocument(declaredRoutes, schemas, viewer);
    const text = JSON.stringify(content);
    const document = {
      text,
      compressed: brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      }),
      tag: `"${fingerprint(text)}"`,
    };
    documents.set(key, document);
    return document;
  };
}
