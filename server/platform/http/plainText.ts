import type { FastifyInstance } from "fastify";
import { failure } from "../errors";

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
