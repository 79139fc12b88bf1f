/**
 * The one change that makes a text the next; null where they are the same. What
 * they begin and end with stays, and with it the place of the cursor.
 */
export function replacement(
  text: string,
  next: string,
): { from: number; to: number; insert: string } | null {
  if (text === next) return null;
  const most = Math.min(text.length, next.length);
  let from = 0;
  while (from < most && text[from] === next[from]) from += 1;
  let end = 0;
  while (
    end < most - from &&
    text[text.length - 1 - end] === next[next.length - 1 - end]
  )
    end += 1;
  return {
    from,
    to: text.length - end,
    insert: next.slice(from, next.length - end),
  };
}
