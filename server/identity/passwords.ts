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
