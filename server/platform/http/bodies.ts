import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure } from "../errors";
import { isObject } from "../pointer";
import type { JsonSchema } from "../schemas/registry";
import { schemaPart } from "../schemas/schemaPart";
import { finished } from "node:stream/promises";
import type { IncomingMessage } from "node:http";

/** No valid body is nested as deep. */
const mostLevels = 100;
/**
 * Ten times the largest declaration. The check by a schema reports each wrong value, so
 * that 100,000 values would take a quarter of a second.
 */
const mostValues = 5_000;

/**
 * Rejects NUL characters and lone surrogates in parameters, query and body,
 * also in field names, since the database cannot store them. Rejects deeply
 * nested JSON too, on which recursive functions would overflow the stack, and JSON with
 * more than 5,000 values, whose validation would delay other requests.
 */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    const body = definition?.isUpload ? undefined : request.body;
    const parts = [request.params, request.query, body];
    const isRefused = parts.some((part) => !isPlain(part));
    done(isRefused ? failure("invalid_request") : undefined);
  });
}

const isBad = (text: string) => text.includes("\0") || /\p{Cs}/u.test(text);

/** Returns whether JSON has storable texts only, and neither too many levels nor values. */
function isPlain(json: unknown): boolean {
  let left = mostValues;
  const isFine = (value: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof value === "string") return !isBad(value);
    if (value === null || typeof value !== "object") return true;
    if (depth > mostLevels) return false;
    if (Array.isArray(value))
      return (
        value.length <= left && value.every((part) => isFine(part, depth + 1))
      );
    return Object.entries(value).every(
      ([name, part]) => !isBad(name) && isFine(part, depth + 1),
    );
  };
  return isFine(json, 0);
}

const idPattern = "^[1-9]\\d{0,15}$";

/**
 * Reads an id in a body that is a number as its text, because clients of the specification
 * send both. Rejects texts with control characters that their fields do not take.
 */
export function readBodyTexts(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    const { body } = request;
    if (!definition?.body || definition.isUpload || !isRecord(body)) {
      done();
      return;
    }
    const source = definition.body;
    const schema =
      typeof source === "string" ? schemaPart(app.schemas, source) : source();
    const { properties = {} } = schema as Properties;
    for (const [name, value] of Object.entries(body)) {
      const property = Object.hasOwn(properties, name)
        ? resolved(app, properties[name])
        : undefined;
      if (!property) continue;
      if (property.pattern === idPattern && Number.isSafeInteger(value))
        body[name] = String(value);
      if (hasControlCharacters(property, value)) {
        done(failure("invalid_request"));
        return;
      }
    }
    done();
  });
}

type Properties = { properties?: Readonly<Record<string, JsonSchema>> };

const resolved = (
  { schemas }: FastifyInstance,
  property: JsonSchema | undefined,
): JsonSchema | undefined =>
  typeof property?.$ref === "string" && !property.$ref.startsWith("#")
    ? schemaPart(schemas, property.$ref)
    : property;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Texts of at most this length are drawn on one line; longer ones may have several. */
const longestLine = 200;

const controlCharacter = /\p{Cc}/u;
/** All but tab and line ends. */
const unusual = /(?![\t\n\r])\p{Cc}/u;

/**
 * Returns whether a value has control characters that its field does not take. They could
 * forge lines of mails, logs and exports. A text of several lines may have line ends and
 * tabs, a text of one line none of them. Also looks into lists and objects.
 */
export function hasControlCharacters(
  field: JsonSchema,
  value: unknown,
): boolean {
  if (Array.isArray(value)) {
    const { items } = field;
    return value.some((entry) =>
      hasControlCharacters(isObject(items) ? items : {}, entry),
    );
  }
  if (isObject(value)) {
    const { properties } = field;
    return Object.entries(value).some(([name, part]) => {
      const known = isObject(properties) ? properties[name] : undefined;
      return hasControlCharacters(isObject(known) ? known : {}, part);
    });
  }
  if (typeof value !== "string") return false;
  const isLine = Number(field.maxLength ?? Infinity) <= longestLine;
  return (isLine ? controlCharacter : unusual).test(value);
}

const mostBytes = 100_000_000;
const longestSilenceMs = 30_000;

/**
 * Reads and discards the rest of a body that was refused before it had arrived. A
 * server that closes the connection instead breaks the client's upload before the
 * client reads the answer. The connection is cut after 100 MB, or 30 s without a byte.
 */
export function readRestOfBodies(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.raw.complete) return payload;
    // The rest may take minutes to arrive.
    request.work?.release();
    void reply.removeHeader("connection");
    // Node closes this connection as soon as the answer has been sent.
    if (closesConnection(request)) await discardRest(request);
    return payload;
  });
  app.addHook("onResponse", async (request) => {
    if (!request.raw.complete) await discardRest(request);
  });
}

const closesConnection = ({ raw }: FastifyRequest): boolean =>
  raw.httpVersion === "1.0" ||
  raw.headers.connection?.toLowerCase() === "close";

async function discardRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.destroyed) return;
  let discarded = 0;
  const cut = () => {
    raw.destroy();
  };
  const silence = setTimeout(cut, longestSilenceMs).unref();
  raw.on("data", (chunk: Uint8Array) => {
    silence.refresh();
    discarded += chunk.length;
    if (discarded > mostBytes) cut();
  });
  try {
    await finished(raw);
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(silence);
  }
}

const mayBeSlow = new WeakSet<IncomingMessage>();

/**
 * Disconnects senders whose body has not arrived in time. Node's own limit holds
 * for all requests alike, and is as long as the longest upload.
 */
export function cutSlowBodies(
  { server }: FastifyInstance,
  milliseconds: number,
): void {
  server.on("request", (request, response) => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (request.complete || mayBeSlow.has(request)) return;
      if (!response.headersSent)
        request.socket.write(
          "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n",
        );
      request.socket.destroy();
    }, milliseconds).unref();
    request.once("close", () => clearTimeout(timer));
  });
}

/** Lets the body of an upload arrive slowly. Call it once access is decided. */
export function allowSlowBody(request: IncomingMessage): void {
  mayBeSlow.add(request);
}
