import type { FastifyInstance } from "fastify";
import { failure } from "../errors";

/** Deeper than any body means anything. */
const deepest = 100;

/**
 * Refuses NUL characters and lone surrogates anywhere in parameters, query and
 * body, names of fields among them: the database cannot hold them. So is JSON
 * that is nested deeper than what walks through it can go.
 */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const parts = [request.params, request.query, request.body];
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
  if (depth > deepest) return true;
  return Object.entries(value).some(
    ([name, part]) => isBad(name) || hasBadText(part, depth + 1),
  );
}
