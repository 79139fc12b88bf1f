import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config";
import { originOf } from "./crossSite";

/** The workshop shows these pages in a frame. */
const previewPath = "/workspace/preview/";
/** Pages with forms for visitors, which may show a check against robots. */
const visitorPath = "/auth/";

/**
 * Adds security headers to every answer, and `no-store` unless the route sets
 * its own caching. Scripts come from our own files only. Inline styles are
 * allowed, because the style library of the browser program needs them. Only
 * the workshop's preview may be framed, and only by a page of its own origin. The forms for
 * visitors may also load the check against robots that is set up.
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
  const checkOrigins = humanCheckOrigins(config);
  app.addHook("onRequest", (request, reply, done) => {
    if (checkOrigins.length > 0 && request.url.startsWith(visitorPath)) {
      const policy = String(reply.getHeader("content-security-policy"));
      reply.header(
        "content-security-policy",
        withOrigins(policy, checkOrigins.join(" ")),
      );
    }
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

/** Returns the origins of the check against robots; none without a check. */
function humanCheckOrigins({
  humanCheckUrl,
  humanCheckScript,
  humanCheckOrigins: further,
}: Config): string[] {
  if (humanCheckUrl === "") return [];
  const addresses = [humanCheckScript, ...further.split(",")];
  return addresses.flatMap((address) =>
    address.trim() === "" ? [] : (originOf(address.trim()) ?? []),
  );
}

/** Lets pages of a policy load scripts, styles and frames of further origins, and call them. */
const withOrigins = (policy: string, origins: string): string =>
  `${policy.replace(
    /\b(script-src|style-src|connect-src) [^;]*/g,
    (directive) => `${directive} ${origins}`,
  )};frame-src ${origins}`;
