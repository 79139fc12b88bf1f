import type { FastifyReply, FastifyRequest } from "fastify";
import type { Viewer } from "../../../domain/access";
import { languages, type Language } from "../../../domain/limits";
import { failure } from "../errors";

/** Who is signed in, as found in onRequest by the access token. */
export type Session = {
  viewer: Viewer;
  sessionId: string;
  /** Null when the user has chosen none. */
  language: Language | null;
  fullName: string;
};

/** Finds the session of a request; null when none is valid. */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Session | null>;

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
    /** The session's, else of Accept-Language, else English. */
    language: Language;
  }
}

/** The session of a call that is not public. Throws unauthorized without. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw failure("unauthorized");
  return request.session;
}

/** The first language of Accept-Language that the portal speaks. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? "en";
}

const isLanguage = (text: string): text is Language =>
  Object.hasOwn(languages, text);
