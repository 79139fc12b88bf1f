import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from "react";
import { formatNumber } from "../../domain/money";

type NumberInputOptions = {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Decimal places that can be typed; 0 for whole numbers. */
  decimals?: number;
  isSigned?: boolean;
  /** Separates thousands while the user types. */
  isGrouped?: boolean;
  /** The decimal mark of the reader's language. */
  mark?: string;
  /** Digits before the decimal mark; more are dropped. */
  maxDigits?: number;
  /** Called by the up (1) and down (-1) arrow keys. */
  onStep?: (direction: 1 | -1) => void;
};

type Shape = Required<
  Pick<NumberInputOptions, "decimals" | "isSigned" | "maxDigits">
>;

/**
 * Returns the props of an `<input>` for a number. Thousands are separated
 * while the user types and the caret stays behind the same digit. Characters
 * that cannot be part of the number are dropped; an empty input is null.
 *
 * @example
 * <input aria-label="Price" {...useNumberInput({ value, onChange })} />
 */
export function useNumberInput(options: NumberInputOptions) {
  const { value, onChange, onStep } = options;
  const { isGrouped = true, mark = ".", maxDigits = 9 } = options;
  const shape = {
    decimals: options.decimals ?? 0,
    isSigned: options.isSigned ?? false,
    maxDigits,
  };
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // The text "4." stands for the value 4. It stays until the value is another.
  const [draft, setDraft] = useState({ text: "", value });
  const typed =
    draft.value === value && draft.text !== ""
      ? draft.text
      : String(value ?? "");
  const shown = display(typed, { isGrouped, mark });

  useLayoutEffect(() => {
    if (caret.current === null) return;
    const place = placeBehind(shown, caret.current);
    caret.current = null;
    ref.current?.setSelectionRange(place, place);
  });

  return {
    ref,
    value: shown,
    inputMode: shape.decimals > 0 ? ("decimal" as const) : ("numeric" as const),
    autoComplete: "off",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const text = sanitize(target.value, shape);
      const before = target.value.slice(0, target.selectionStart ?? undefined);
      caret.current = sanitize(before, shape).length;
      const next = /\d/.test(text) ? Number(text) : null;
      setDraft({ text, value: next });
      if (next !== value) onChange(next);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!onStep || (event.key !== "ArrowUp" && event.key !== "ArrowDown"))
        return;
      event.preventDefault();
      onStep(event.key === "ArrowUp" ? 1 : -1);
    },
  };
}

/** Returns sign, digits and decimal point of what was typed. */
function sanitize(text: string, { decimals, isSigned, maxDigits }: Shape) {
  const sign = isSigned && /^\s*[-\u2212]/.test(text) ? "-" : "";
  const digitsOf = (part: string) => part.replace(/\D/g, "");
  if (decimals === 0) return sign + digitsOf(text).slice(0, maxDigits);
  const [whole = "", ...rest] = text.replaceAll(",", ".").split(".");
  const digits = sign + digitsOf(whole).slice(0, maxDigits);
  return rest.length === 0
    ? digits
    : `${digits}.${digitsOf(rest.join("")).slice(0, decimals)}`;
}

function display(
  typed: string,
  { isGrouped, mark }: { isGrouped: boolean; mark: string },
): string {
  const [, sign = "", whole = "", point = "", rest = ""] =
    /^(-?)(\d*)(\.?)(\d*)$/.exec(typed) ?? [];
  return [
    sign && "\u2212",
    isGrouped && whole ? formatNumber(Number(whole)) : whole,
    point && mark,
    rest,
  ].join("");
}

/** Returns the index behind `count` characters that are no separators. */
function placeBehind(text: string, count: number): number {
  let passed = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (passed === count) return place;
    if (!/\s/.test(text.charAt(place))) passed += 1;
  }
  return text.length;
}
