/**
 * Whether the text looks like an e-mail address: one @ between a name without
 * spaces and a host with a dot. Linear in its length, which is at most 254.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const [name = "", host = "", ...more] = text.split("@");
  if (more.length > 0 || name === "" || name.length > 64) return false;
  if (/[\s\p{Cc}"(),:;<>[\\\]]/u.test(text)) return false;
  const labels = host.split(".");
  const isHost =
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label));
  return isHost && !name.startsWith(".") && !name.endsWith(".");
}

/**
 * The formats of our schemas that both programs judge by a rule of ours. The
 * generated validators import it.
 *
 * @public
 */
export const formats = { email: isEmail };

/**
 * The length of a text as JSON Schema counts it: in code points. The generated
 * validators import it.
 *
 * @public
 */
export const countCharacters = (text: string): number =>
  Array.from(text).length;
