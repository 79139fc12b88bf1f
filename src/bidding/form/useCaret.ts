import { useLayoutEffect, useRef, type ChangeEvent } from "react";

const digitsIn = (text: string) => text.replace(/\D/g, "").length;

/** The place in a text behind so many of its digits. */
function placeBehind(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}

/**
 * Keeps the caret behind the same digit while the text is written anew with
 * its thousands set apart.
 */
export function useCaret(text: string) {
  const input = useRef<HTMLInputElement>(null);
  const digits = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (digits.current === null || !input.current) return;
    const place = placeBehind(text, digits.current);
    digits.current = null;
    input.current.setSelectionRange(place, place);
  });

  const note = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    digits.current = digitsIn(target.value.slice(0, caret));
  };
  return { input, note };
}
