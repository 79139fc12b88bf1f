import type { FastifyRequest, FastifyInstance } from "fastify";
import type { Viewer } from "../../../domain/access";
import { type Language, languages } from "../../../domain/limits";
import { failure } from "../errors";
import { accessOf, passesRules } from "./route";
import { runWork, workForUser } from "./work";

/** The session of the access token that a request carries. */
export type Session = {
  viewer: Viewer;
  sessionId: string;
  /** Null if the user has not chosen a language. */
  language: Language | null;
  fullName: string;
  /** The user must set up a second factor before anything else. */
  needsFactor?: boolean;
};

/** Returns the valid session of a request; null without. */
export type Authenticate = (request: FastifyRequest) => Promise<Session | null>;

/** Returns whether the user of a session has proved it within the last ten minutes. */
export type IsRecentlyProved = (session: Session) => Promise<boolean>;

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

/**
 * Looks up the session and checks access before the request is parsed or
 * validated: 401 without a session, 403 without the right or a recent proof of the
 * user. Access rules are read for each request, since the rules of a declared list may
 * be edited.
 */
export function guardAccess(
  app: FastifyInstance,
  authenticate: Authenticate,
  isRecentlyProved: IsRecentlyProved,
): void {
  app.addHook("onRequest", async (request) => {
    const { definition } = request.routeOptions.config;
    const access = definition ? accessOf(definition) : "public";
    if (access === "public") return;
    const session = await findSession(request, authenticate);
    if (!session) throw failure("unauthorized");
    request.session = session;
    request.language = session.language ?? request.language;
    const { viewer } = session;
    if (!passesRules(access, viewer)) throw failure("forbidden");
    if (!definition?.stepUp) return;
    const isProved = await runWork(request, () => isRecentlyProved(session));
    if (!isProved) throw failure("step_up_required");
  });
}

/**
 * Returns the session of a request, which counts for the user from then on; null
 * without a session. Throws factor_required for a user who must first set up a second
 * factor, except for the calls that serve this.
 */
export async function findSession(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Session | null> {
  const session = await runWork(request, () => authenticate(request));
  if (!session) return null;
  await workForUser(request, session.viewer.userId);
  const { definition } = request.routeOptions.config;
  if (session.needsFactor && !definition?.isForEnrolment)
    throw failure("factor_required");
  return session;
}
