import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config";

/** The workshop's preview, which the workshop shows in a frame of its page. */
const previewPath = "/workspace/preview/";

/**
 * Security headers of every answer, and `no-store` on what says nothing else
 * of caching. Scripts come from our own files only; styles may be inline,
 * which the style library of the browser program needs. Only the workshop's
 * preview may stand in a frame, and only in one of its own origin.
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
    // Browsers complain of these where the address is not https.
    strictTransportSecurity: isHttps,
    // Photos are shown by pages of allowed origins as well.
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
