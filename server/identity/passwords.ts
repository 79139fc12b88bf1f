import { hash, verify } from "@node-rs/argon2";
import { failure } from "../platform/errors";

/**
 * The password of the demo accounts. It is public, so it opens no session where
 * the settings do not allow demo data.
 */
export const demoPassword = "seriba-demo";

/** Argon2id with the cost that OWASP recommends: 19 MiB, two passes. */
const cost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashes computed at once; files and names of hosts need the other threads of libuv. */
const mostAtOnce = 2;
/** Further hashes are refused: these take less than a second. */
const mostWaiting = 32;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Throws too_many_requests while the queue for hashes is full. Call it before work that a
 * hash follows, so that floods of logins cost nothing else.
 */
export function assertHashFree(): void {
  if (waiting.length >= mostWaiting)
    throw failure("too_many_requests", { retryAfter: 1 });
}

/** Runs the work when it is its turn. Throws too_many_requests while the queue is full. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < mostAtOnce) running += 1;
  else {
    assertHashFree();
    // The work before hands its turn over.
    await new Promise<void>((begin) => waiting.push(begin));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Returns the hash under which a password is stored. Throws too_many_requests. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, cost));

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown e-mail) it
 * returns false after the same time, so that response times do not reveal which
 * e-mails exist. Throws too_many_requests.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
): Promise<boolean> {
  decoy ??= hash("nobody has this password", cost);
  const present = hashed ?? (await decoy);
  const isRight = await inTurn(() => verify(present, password));
  return isRight && hashed !== undefined;
}

/** Guessing takes more than a million attempts, which the throttles prevent. */
const leastScore = 2;
/** Guessing takes more than 100 million attempts. */
const leastScoreOfStaff = 3;
export const leastLengthOfStaff = 10;

/** The part of a password that is scored. More characters can only make it stronger. */
const scoredCharacters = 30;
/** Spellings with digits for letters that are tried, 100 by default: each takes a pass. */
const mostSpellings = 10;

export type PasswordFault = "email" | "guessable";

/**
 * Returns why a password cannot be chosen, or null. Known passwords, the user's own e-mail,
 * dates, sequences and repetitions count as easy to guess. Managers and administrators
 * need a stronger password without the name in their e-mail. It takes up to ten
 * milliseconds of the main thread, so count the attempt before the call.
 */
export async function passwordFault(
  password: string,
  { email, isStaff }: { email: string; isStaff: boolean },
): Promise<PasswordFault | null> {
  const [name = ""] = email.toLowerCase().split("@");
  if (isStaff && name.length > 2 && password.toLowerCase().includes(name))
    return "email";
  const least = isStaff ? leastScoreOfStaff : leastScore;
  return (await scoreOf(password, email)) < least ? "guessable" : null;
}

let scorer: ReturnType<typeof loadScorer> | undefined;

/** Loads the dictionaries, which are large, with the first password. */
async function loadScorer() {
  const [{ zxcvbn, zxcvbnOptions }, { adjacencyGraphs, dictionary }] =
    await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
  zxcvbnOptions.setOptions({
    graphs: adjacencyGraphs,
    dictionary,
    l33tMaxSubstitutions: mostSpellings,
  });
  return zxcvbn;
}

/** Returns the strength of a password from 0 to 4. */
async function scoreOf(password: string, email: string): Promise<number> {
  scorer ??= loadScorer();
  const score = await scorer;
  const own = [
    "seriba",
    "demo",
    ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u),
  ];
  const scored = password.slice(0, scoredCharacters);
  return score(scored, [...own, demoPassword]).score;
}
