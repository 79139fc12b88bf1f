import type { FastifyRequest } from "fastify";
import type { Viewer } from "../../../domain/access";
import { type Language, languages } from "../../../domain/limits";
import { failure } from "../errors";

/** The session of the access token that a request carries. */
export type Session = {
  viewer: Viewer;
  sessionId: string;
  /** Null if the user has not chosen a language. */
  language: Language | null;
  fullName: string;
};

/** Returns the valid session of a request; null without. */
export type Authenticate = (request: FastifyRequest) => Promise<Session | null>;

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
    /** The user's language, else that of Accept-Language, else English. */
    language: Language;
  }
}

/** Returns the session of a request. Throws `unauthorized` without. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw failure("unauthorized");
  return request.session;
}

/** Returns the first language of Accept-Language that the portal supports. */
export function acceptedLanguage(header: string | undefined): Language {
  const accepted = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return accepted.find(isLanguage) ?? "en";
}

const isLanguage = (text: string): text is Language =>
  Object.hasOwn(languages, text);

/** Returns the ETag of a version of a row. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * Returns the version that an edit was based on, from the header If-Match.
 * Throws version_required (428) without the header, and invalid_request unless
 * it is one tag that `versionTag` has made.
 */
export function readIfMatch(header: string | undefined): number {
  if (header === undefined) throw failure("version_required");
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim()) ?? [];
  if (version === undefined) throw failure("invalid_request");
  return Number(version);
}
