import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from "fastify";
import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import type { Config } from "../config";
import { failure } from "../errors";
import type { Messages } from "../messages";
import type { SchemaRegistry } from "../schemas/registry";
import {
  guardAccess,
  acceptedLanguage,
  type Authenticate,
  type IsRecentlyProved,
} from "./request";
import { type AdmissionLoad, limitWork } from "./admission";
import { allowOrigins, refuseCrossSite } from "./crossSite";
import { answerBadAddress, answerErrors } from "./answerErrors";
import { addHeaders } from "./headers";
import { addDownloads } from "./openDownloads";
import {
  readBodyTexts,
  refuseBadText,
  cutSlowBodies,
  readRestOfBodies,
} from "./bodies";

export type ServerOptions = {
  config: Config;
  log: FastifyBaseLogger;
  schemas: SchemaRegistry;
  messages: Messages;
  authenticate: Authenticate;
  isRecentlyProved: IsRecentlyProved;
  /** Returns the ids of the sessions that have not ended. */
  findSessions: Parameters<typeof addDownloads>[1]["findSessions"];
  timeouts?: Timeouts | undefined;
  metrics?: ServerMetrics | undefined;
};

type ServerMetrics = {
  answered: (request: AnsweredRequest) => void;
  admission: (read: () => AdmissionLoad) => void;
};

/** The error that is sent at the deadline still arrives in time. */
const sendingMs = 200;

/** Returns the milliseconds after which the server gives up the work for a request. */
export const workMs = ({ requestSeconds }: Pick<Config, "requestSeconds">) =>
  requestSeconds * 1_000 - sendingMs;

const bodyLimit = 256 * 1024;

/** Milliseconds after which slow senders are disconnected. */
export type Timeouts = {
  headers: number;
  body: number;
  /** For a whole request, and so for an upload. */
  request: number;
  /** How often Node compares the age of requests with these times. */
  interval: number;
};

const defaultTimeouts: Timeouts = {
  headers: 5_000,
  body: 8_000,
  // 20 MB at 256 kbit/s take eleven minutes.
  request: 15 * 60_000,
  interval: 500,
};

/**
 * Returns the HTTP server without routes. Each request passes, in this order: Host
 * header, allowed origins, cross-site check, load limit, session and access, limit of
 * the user, body, unstorable text, validation, handler.
 */
export async function createServer(
  options: ServerOptions,
): Promise<FastifyInstance> {
  const { config, log, schemas, authenticate, findSessions, messages } =
    options;
  const { timeouts = defaultTimeouts, metrics } = options;
  const proxies = config.trustProxy.split(",").map((part) => part.trim());
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: timeouts.request,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.interval,
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: config.trustProxy === "" ? false : proxies,
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadAddress(messages),
    routerOptions: { maxParamLength: 200 },
  });
  if (config.trustProxy === "") warnOfProxy(app);
  cutSlowBodies(app, timeouts.body);
  app.decorate("declaredRoutes", []);
  app.decorate("schemas", schemas);
  app.decorateRequest("session", null);
  app.decorateRequest("language", "en");
  // Only JSON bodies are accepted, except by routes that take files.
  app.removeContentTypeParser("text/plain");
  answerErrors(app, messages);
  logRequests(app);
  if (metrics) timeRequests(app, metrics.answered);
  await addHeaders(app, config);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    request.language = acceptedLanguage(request.headers["accept-language"]);
    done();
  });
  refuseSeveralHosts(app);
  readRestOfBodies(app);
  allowOrigins(app, config);
  refuseCrossSite(app, config);
  const readAdmission = limitWork(app, {
    most: config.maxConcurrency,
    mostOfUser: config.requestsPerUser,
    milliseconds: workMs(config),
  });
  metrics?.admission(readAdmission);
  guardAccess(app, authenticate, options.isRecentlyProved);
  addDownloads(app, { findSessions, log });
  refuseBadText(app);
  readBodyTexts(app);
  return app;
}

/**
 * Logs one line for each answered request: route pattern, status, milliseconds.
 * It never logs URLs, which may hold queries with personal data, nor cookies
 * and bodies.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const level = reply.statusCode >= 500 ? "warn" : "debug";
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.viewer.userId,
      },
      "answered",
    );
    done();
  });
}

/**
 * Rejects requests with several Host headers. Node keeps the first, and a proxy may
 * have decided by another.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter(
      (text, index) => index % 2 === 0 && text.toLowerCase() === "host",
    );
    done(hosts.length > 1 ? failure("invalid_request") : undefined);
  });
}

/**
 * Warns once if a request came through a proxy that is not trusted. All clients then have
 * the address of the proxy, and share its limits.
 */
export function warnOfProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const { "x-forwarded-for": client, forwarded } = request.headers;
    if (!isWarned && (client !== undefined || forwarded !== undefined)) {
      isWarned = true;
      const proxy = request.socket.remoteAddress;
      app.log.warn(
        { proxy },
        "requests come through a proxy that is not trusted: set TRUST_PROXY to its address, otherwise all clients share the limits of one address",
      );
    }
    done();
  });
}

/** The end of a request, without personal data. */
export type AnsweredRequest = {
  method: string;
  /** The template of its route, such as `/api/lists/:resource`, or `unknown`. */
  route: string;
  /** `2xx` and so on; `aborted` if the client disconnected before the answer was complete. */
  status: string;
  /** Whether it has no deadline, such as exports and uploads. */
  isLong: boolean;
  seconds: number;
};

/** Calls `onAnswered` at the end of each request, except live streams. */
function timeRequests(
  app: FastifyInstance,
  onAnswered: (request: AnsweredRequest) => void,
): void {
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const { url = "unknown", config } = routeOptions;
    onAnswered({
      method,
      route: url,
      status: reply.raw.writableEnded
        ? `${Math.floor(reply.statusCode / 100)}xx`
        : "aborted",
      isLong: config.definition?.isLong ?? false,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
}
