import type { FastifyInstance } from "fastify";
import { failure } from "../errors";

/** No valid body is nested as deep. */
const mostLevels = 100;

/**
 * Rejects NUL characters and lone surrogates in parameters, query and body,
 * also in field names, since the database cannot store them. Rejects deeply
 * nested JSON too, on which recursive functions would overflow the stack.
 */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    const body = definition?.isUpload ? undefined : request.body;
    const parts = [request.params, request.query, body];
    done(
      parts.some((part) => hasBadText(part, 0))
        ? failure("invalid_request")
        : undefined,
    );
  });
}

const isBad = (text: string) => text.includes("\0") || /\p{Cs}/u.test(text);

function hasBadText(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isBad(value);
  if (value === null || typeof value !== "object") return false;
  if (depth > mostLevels) return true;
  return Object.entries(value).some(
    ([name, part]) => isBad(name) || hasBadText(part, depth + 1),
  );
}
