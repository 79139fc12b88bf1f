import type { Choice } from "../../providers/choice";

/**
 * Returns the options that come before the others, and the others in their usual
 * order. First come the options that were chosen when the list opened, then the
 * `commonFirst` most common ones by their counts.
 */
export function arrangeOptions(
  options: readonly Choice[],
  {
    chosen,
    commonFirst = 0,
  }: { chosen: readonly string[]; commonFirst?: number },
): { first: Choice[]; others: Choice[] } {
  const isChosen = ({ value }: Choice) => chosen.includes(value);
  const common = options
    .filter((option) => !isChosen(option) && (option.counter ?? 0) > 0)
    .toSorted((one, other) => (other.counter ?? 0) - (one.counter ?? 0))
    .slice(0, commonFirst);
  const first = [...options.filter(isChosen), ...common];
  return {
    first,
    others: options.filter((option) => !first.includes(option)),
  };
}
