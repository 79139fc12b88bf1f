import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config";

/** The workshop shows these pages in a frame. */
const previewPath = "/workspace/preview/";

/**
 * Adds security headers to every answer, and `no-store` unless the route sets
 * its own caching. Scripts come from our own files only. Inline styles are
 * allowed, because the style library of the browser program needs them. Only
 * the workshop's preview may be framed, and only by a page of its own origin.
 */
export async function addHeaders(
  app: FastifyInstance,
  config: Config,
): Promise<void> {
  const isHttps = config.publicUrl.startsWith("https://");
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "https:"],
        mediaSrc: ["'self'", "https:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    // Browsers warn about these headers on plain http.
    strictTransportSecurity: isHttps,
    // Pages of allowed origins show photos too.
    crossOriginResourcePolicy: {
      policy: config.allowedOrigins === "" ? "same-origin" : "cross-origin",
    },
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith(previewPath)) {
      const policy = String(reply.getHeader("content-security-policy"));
      reply.header("x-frame-options", "SAMEORIGIN");
      reply.header(
        "content-security-policy",
        policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      );
    }
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (!reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    done(null, payload);
  });
}
