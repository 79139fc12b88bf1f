import { sql, type Transaction } from "kysely";
import { userLevels } from "../../domain/access";
import { languageOf } from "../../domain/limits";
import type { Clock } from "../platform/clock";
import { isDemoAllowed, type Config } from "../platform/config";
import type { Database, Tables } from "../platform/database";
import type { Session } from "../platform/http/request";
import type { Context } from "../workspace/context";
import { isFactorDemanded } from "./factors/demandedFactor";
import { hasFactor } from "./factors/readFactors";
import { hashOf, isSecret } from "./tokens";
import { viewerColumns, viewerOf } from "./viewerOf";

/** A change of a session acts within this time, on other servers too. */
const knownForMs = 1_000;
/** Tokens are random, so an unknown token stays unknown; the cache remembers it. */
const unknownForMs = 10_000;
const mostTokens = 20_000;

type Scope = Pick<Context, "database" | "clock" | "config">;

export type Sessions = {
  /** Returns the session of an access token; null if it is invalid or expired. */
  find(token: string | undefined): Promise<Session | null>;
  /** Returns the current state of those sessions that have not ended and may act, by id. */
  findHeld(ids: readonly string[]): Promise<Map<string, Session>>;
  /** Removes a session from the cache after a change. */
  forget(sessionId: string): void;
  /** Removes all sessions of a user from the cache. */
  forgetUser(userId: string): void;
};

/**
 * Finds sessions by access token. A session is cached for one second, so that
 * logout, a disabled account and changed rights act within it. Unknown tokens
 * have a cache of their own, so that they cannot displace sessions.
 */
export function createSessions(
  context: Scope & {
    /** Milliseconds on a monotonic clock. */
    elapsed?: () => number;
  },
): Sessions {
  const { clock, elapsed = () => performance.now() } = context;
  const ages = { clock, elapsed };
  const known = createCache<Session>({ ...ages, ttlMs: knownForMs });
  const unknown = createCache<true>({ ...ages, ttlMs: unknownForMs });
  return {
    find: async (token) => {
      if (!token || !isSecret(token)) return null;
      const hash = hashOf(token);
      const cached = known.get(hash);
      if (cached) return cached;
      if (unknown.get(hash)) return null;
      const session = await readSession(context, hash);
      if (session) known.set(hash, session);
      else unknown.set(hash, true);
      return session;
    },
    findHeld: (ids) => readHeld(context, ids),
    forget: (sessionId) => {
      known.deleteWhere((session) => session.sessionId === sessionId);
    },
    forgetUser: (userId) => {
      known.deleteWhere(({ viewer }) => viewer.userId === userId);
    },
  };
}

/**
 * A bounded cache; the oldest entry makes room for a new one. An entry expires
 * by the wall clock and by `elapsed`, whichever is first, so that setting the
 * wall clock back does not extend its life.
 */
function createCache<Value>({
  clock,
  elapsed,
  ttlMs,
}: {
  clock: Clock;
  elapsed: () => number;
  ttlMs: number;
}) {
  type Entry = { value: Value; wallTime: number; elapsed: number };
  const entries = new Map<string, Entry>();
  const isFresh = (entry: Entry) => {
    const wallAge = clock.now().getTime() - entry.wallTime;
    const age = elapsed() - entry.elapsed;
    return wallAge >= 0 && wallAge < ttlMs && age < ttlMs;
  };
  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (entry && isFresh(entry)) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key: string, value: Value): void {
      const [oldest] = entries.keys();
      if (entries.size >= mostTokens && oldest !== undefined)
        entries.delete(oldest);
      const wallTime = clock.now().getTime();
      entries.set(key, { value, wallTime, elapsed: elapsed() });
    },
    deleteWhere(matches: (value: Value) => boolean): void {
      for (const [key, { value }] of entries)
        if (matches(value)) entries.delete(key);
    },
  };
}

/**
 * Selects the sessions that this server accepts. The user must not be disabled.
 * Sessions opened with the demo password count only where demo data are allowed.
 */
export const validSessions = (
  { kysely }: Pick<Database, "kysely">,
  config: Config,
) =>
  kysely
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("users.user_level", "!=", userLevels.disabled)
    .$if(!isDemoAllowed(config), (sessions) =>
      sessions.where("sessions.uses_demo_password", "=", false),
    );

const sessionRows = ({ database, config }: Scope) =>
  validSessions(database, config)
    .$if(config.requireFactor !== "off", (sessions) =>
      sessions.select((eb) => hasFactor(eb).as("has_factor")),
    )
    .select(viewerColumns)
    .select([
      "sessions.id as session_id",
      "sessions.by_sso",
      "users.id as user_id",
      "users.language_id",
      "users.full_name",
    ]);

type SessionRow = Awaited<
  ReturnType<ReturnType<typeof sessionRows>["executeTakeFirstOrThrow"]>
>;

async function readSession(
  scope: Scope,
  hash: string,
): Promise<Session | null> {
  const row = await sessionRows(scope)
    .innerJoin("access_tokens", "access_tokens.session_id", "sessions.id")
    .where("access_tokens.hash", "=", hash)
    .where("access_tokens.expires_at", ">", scope.clock.now())
    .executeTakeFirst();
  return row ? sessionOf(scope, row) : null;
}

async function readHeld(
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  const rows = await sessionRows(scope)
    .where(sql<boolean>`sessions.id = any(${[...ids]}::bigint[])`)
    .where("sessions.expires_at", ">", scope.clock.now())
    .execute();
  const held = rows.map((row) => sessionOf(scope, row));
  return new Map(
    held
      .filter(({ needsFactor }) => !needsFactor)
      .map((session) => [session.sessionId, session]),
  );
}

function sessionOf({ config }: Scope, row: SessionRow): Session {
  const viewer = viewerOf(row.user_id, row);
  return {
    viewer,
    sessionId: row.session_id,
    language: languageOf(row.language_id),
    fullName: row.full_name,
    needsFactor:
      isFactorDemanded(config, viewer) &&
      row.has_factor !== true &&
      // The provider of single sign-on demands factors by rules of its own.
      !row.by_sso,
  };
}

/** Ends the sign-ins and proofs of a user that are half done. */
export async function endCeremonies(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  for (const table of ["sign_in_ceremonies", "passkey_challenges"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** Ends sessions, half-done sign-ins and links of a user. The caller holds the user's lock. */
export async function endAccess(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  await endCeremonies(trx, userId);
  for (const table of ["sessions", "known_devices", "link_tokens"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/**
 * Ends the sessions of all users and the links that give access. Links of sent mails that
 * stop further mails stay.
 */
export async function endAllAccess({
  longRunning,
}: Pick<Database, "longRunning">): Promise<void> {
  for (const table of [
    "sessions",
    "sign_in_ceremonies",
    "passkey_challenges",
    "sso_requests",
  ] as const)
    await longRunning.deleteFrom(table).execute();
  await longRunning
    .deleteFrom("link_tokens")
    .where("purpose", "not like", "stop-%")
    .execute();
}
