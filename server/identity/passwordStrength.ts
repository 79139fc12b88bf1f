import { demoPassword } from "./passwords";

/** Guessing such a password takes more than 100 million attempts. */
const leastScore = 3;
const leastLength = 10;

/**
 * Returns why a password is too easy to guess, or null. Known passwords, the
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
  // Its dictionaries are large, and only commands need them.
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
  const { score } = zxcvbn(password.slice(0, 100), [...own, demoPassword]);
  return score < leastScore
    ? "The password is too easy to guess. Use several unrelated words or random characters."
    : null;
}
