import type { FastifyInstance } from "fastify";
import { failure } from "../errors";

/**
 * Refuses NUL characters and lone surrogates anywhere in parameters, query and
 * body, names of fields among them: the database cannot hold them.
 */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const parts = [request.params, request.query, request.body];
    done(parts.some(hasBadText) ? failure("invalid_request") : undefined);
  });
}

const isBad = (text: string) => text.includes("\0") || /\p{Cs}/u.test(text);

function hasBadText(value: unknown): boolean {
  if (typeof value === "string") return isBad(value);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(
    ([name, part]) => isBad(name) || hasBadText(part),
  );
}
