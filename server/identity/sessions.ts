import type { Viewer } from "../../domain/access";
import { userLevels } from "../../domain/access";
import { languages, type Language } from "../../domain/limits";
import type { Clock } from "../platform/clock";
import type { Database } from "../platform/database";
import type { Session } from "../platform/http/request";
import { effectivePermissions } from "./permissions";
import { hashOf, isSecret } from "./tokens";

/** The longest a session is answered from memory, so that its end is felt. */
const remembered = 1_000;
const mostRemembered = 20_000;

export type Sessions = {
  /** The session of an access token; null when it is not, or no longer, one. */
  find(token: string | undefined): Promise<Session | null>;
  /** Those of the sessions that still hold, as they are now, by id. */
  findHeld(ids: readonly string[]): Promise<Map<string, Session>>;
  /** Forgets what is remembered of a session that has ended. */
  forget(sessionId: string): void;
};

/**
 * Sessions by access token: one query, remembered for at most a second, so
 * that logout, a disabled account and changed rights act within it.
 */
export function createSessions(options: {
  database: Database;
  clock: Clock;
}): Sessions {
  const { database, clock } = options;
  const known = new Map<string, { session: Session | null; until: number }>();
  return {
    find: async (token) => {
      if (!token || !isSecret(token)) return null;
      const hash = hashOf(token);
      const now = clock.now();
      const memory = known.get(hash);
      if (memory && memory.until > now.getTime()) return memory.session;
      const session = await readSession(database, hash, now);
      if (known.size >= mostRemembered) known.clear();
      if (session)
        known.set(hash, { session, until: now.getTime() + remembered });
      else known.delete(hash);
      return session;
    },
    findHeld: (ids) => readHeld(database, ids, clock.now()),
    forget: (sessionId) => {
      for (const [hash, { session }] of known)
        if (session?.sessionId === sessionId) known.delete(hash);
    },
  };
}

/** Sessions of users who may still use them. */
const sessionRows = (database: Database) =>
  database.kysely
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("users.user_level", "!=", userLevels.disabled)
    .select([
      "sessions.id as session_id",
      "users.id as user_id",
      "users.user_type",
      "users.user_level",
      "users.role_id",
      "users.permissions",
      "users.language_id",
      "users.full_name",
    ]);

type SessionRow = Awaited<
  ReturnType<ReturnType<typeof sessionRows>["executeTakeFirstOrThrow"]>
>;

async function readSession(
  database: Database,
  hash: string,
  now: Date,
): Promise<Session | null> {
  const row = await sessionRows(database)
    .innerJoin("access_tokens", "access_tokens.session_id", "sessions.id")
    .where("access_tokens.hash", "=", hash)
    .where("access_tokens.expires_at", ">", now)
    .executeTakeFirst();
  return row ? sessionOf(row) : null;
}

async function readHeld(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Session>> {
  const rows = await sessionRows(database)
    .where("sessions.id", "in", [...ids])
    .where("sessions.expires_at", ">", now)
    .execute();
  return new Map(rows.map((row) => [row.session_id, sessionOf(row)]));
}

function sessionOf(row: SessionRow): Session {
  const rank = {
    userType: row.user_type,
    userLevel: row.user_level,
    roleId: row.role_id,
  };
  const viewer: Viewer = {
    userId: row.user_id,
    ...rank,
    permissions: effectivePermissions(rank, row.permissions),
  };
  return {
    viewer,
    sessionId: row.session_id,
    language: languageOf(row.language_id),
    fullName: row.full_name,
  };
}

/** The language of an id, 692 or 693; null for any other. */
export function languageOf(id: number | null): Language | null {
  if (id === languages.en) return "en";
  return id === languages.ru ? "ru" : null;
}
