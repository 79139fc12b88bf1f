import { demoPassword } from "./passwords";

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
