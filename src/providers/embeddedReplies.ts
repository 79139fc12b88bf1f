/** A reply to one of the page's first calls, which the server embeds. */
export type EmbeddedReply = { reply: unknown; headers: Headers };

/** Embedded replies are as old as the page; older ones are not shown. */
const lifetimeMs = 10_000;

const selector = "script[data-call]";

/**
 * Returns the embedded reply of a call and removes it from the page, so that
 * only the first such call gets it. Undefined if the page has no reply or is
 * older than ten seconds. `address` is the path below the base of the API.
 */
export function takeEmbeddedReply(address: string): EmbeddedReply | undefined {
  const element = replyElement(address);
  if (!element) return undefined;
  element.remove();
  const reply = parse(element.textContent);
  if (reply === undefined) return undefined;
  const headers = parse(element.dataset.headers ?? "") as
    | Record<string, string>
    | undefined;
  return { reply, headers: new Headers(headers) };
}

/** Returns whether `takeEmbeddedReply` would return the reply of a call. */
export const hasEmbeddedReply = (address: string): boolean =>
  replyElement(address) !== undefined;

const replyElement = (address: string): HTMLElement | undefined =>
  performance.now() > lifetimeMs
    ? undefined
    : [...document.querySelectorAll<HTMLElement>(selector)].find(
        ({ dataset }) => dataset.call === address,
      );

/** Removes all embedded replies from the page. */
export function forgetEmbeddedReplies(): void {
  for (const element of document.querySelectorAll(selector)) element.remove();
}

/** Returns undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
