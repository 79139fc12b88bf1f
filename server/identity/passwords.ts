import { hash, verify } from "@node-rs/argon2";

/** Argon2id, the package's default, at OWASP's cost: 19 MiB, two passes. */
const cost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The hash that the database keeps of a password. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, cost);

let decoy: Promise<string> | undefined;

/**
 * Whether it is the password of the hash. Without a hash (nobody has that
 * e-mail) the same time passes and the answer is no, so that nothing tells
 * which e-mails are known.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const isRight = await verify(hashed ?? (await decoy), password);
  return isRight && hashed !== undefined;
}
