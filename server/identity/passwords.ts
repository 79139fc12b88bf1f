import { hash, verify } from "@node-rs/argon2";

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

/** Returns the hash under which a password is stored. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, cost);

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown e-mail) it
 * returns false after the same time, so that response times do not reveal which
 * e-mails exist.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const isRight = await verify(hashed ?? (await decoy), password);
  return isRight && hashed !== undefined;
}

/** Guessing an administrator's password takes more than 100 million attempts. */
const leastScore = 3;
const leastLength = 10;
/** Guessing takes more than a million attempts, which the throttles prevent. */
const leastScoreOfUsers = 2;

/**
 * Returns why a password is too easy to guess for an administrator, or null. Known passwords, the
 * user's own e-mail, dates, sequences and repetitions count as easy.
 */
export async function passwordWeakness(
  password: string,
  email: string,
): Promise<string | null> {
  if (password.length < leastLength)
    return `The password must have at least ${leastLength} characters.`;
  const [name = ""] = email.toLowerCase().split("@");
  if (name.length > 2 && password.toLowerCase().includes(name))
    return "The password must not contain the e-mail address.";
  return (await scoreOf(password, email)) < leastScore
    ? "The password is too easy to guess. Use several unrelated words or random characters."
    : null;
}

/** Whether guessing the password of an ordinary user takes a million attempts or less. */
export const isGuessable = async (
  password: string,
  email: string,
): Promise<boolean> => (await scoreOf(password, email)) < leastScoreOfUsers;

/** Returns the strength of a password from 0 to 4. */
async function scoreOf(password: string, email: string): Promise<number> {
  // Its dictionaries are large, and few requests need them.
  const [{ zxcvbn, zxcvbnOptions }, { adjacencyGraphs, dictionary }] =
    await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
  zxcvbnOptions.setOptions({ graphs: adjacencyGraphs, dictionary });
  const own = [
    "seriba",
    "demo",
    ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u),
  ];
  return zxcvbn(password.slice(0, 100), [...own, demoPassword]).score;
}
