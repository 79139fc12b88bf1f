import { useEffect, useState } from "react";

/**
 * Keeps the text of an input while it is typed, until `value` differs from the value
 * that the text was parsed to (`leadsTo`). So the text survives refetches and
 * unfinished input.
 */
export function useInputDraft(
  value: string,
): [text: string, setText: (text: string, leadsTo: string) => void] {
  const [draft, setDraft] = useState({ text: value, leadsTo: value });
  return [
    draft.leadsTo === value ? draft.text : value,
    (text, leadsTo) => {
      setDraft({ text, leadsTo });
    },
  ];
}

type Range<Bound> = { from: Bound | null; to: Bound | null };

/**
 * Keeps both bounds of a range while they are typed. A range whose lower bound
 * exceeds its upper bound is shown with `isWrong` and not passed to `onChange`,
 * until it is corrected or `value` changes.
 */
export function useRangeDraft<Bound extends string | number>(
  value: Range<Bound>,
  onChange: (value: Range<Bound>) => void,
): Range<Bound> & { isWrong: boolean; change: (range: Range<Bound>) => void } {
  const [wrong, setWrong] = useState<{
    range: Range<Bound>;
    over: Range<Bound>;
  } | null>(null);
  const isWrong =
    wrong !== null &&
    wrong.over.from === value.from &&
    wrong.over.to === value.to;
  const { from, to } = isWrong ? wrong.range : value;
  return {
    from,
    to,
    isWrong,
    change: (range) => {
      const isReversed =
        range.from !== null && range.to !== null && range.from > range.to;
      setWrong(isReversed ? { range, over: value } : null);
      if (!isReversed) onChange(range);
    },
  };
}

/** Returns the text as soon as it has not changed for `delayMs`. */
export function useDebounced(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(text);
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, delayMs]);
  return debounced;
}
