/** The parts of a regular expression that match characters. */
export type Pattern =
  /** One character, with the letters of the alphabet that it matches. */
  | { kind: "one"; takes: ReadonlySet<number> }
  | { kind: "all" | "any"; parts: Pattern[] }
  | { kind: "repeat"; part: Pattern; min: number; max: number };

/** Characters that represent all others, besides the characters of the pattern. */
const samples = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from("Яя日あア漢Ａ\u2000\u2028😀"),
];

const atom =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const opening = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;

/**
 * Returns the tree of a valid regular expression, followed by the trees of its
 * lookaheads and lookbehinds. Returns null if it refers back to a group, which
 * a tree cannot express.
 */
export function patternTrees(source: string): Pattern[] | null {
  const alphabet = [...new Set([...samples, ...Array.from(source)])];
  const taken = new Map<string, ReadonlySet<number>>();
  const asides: Pattern[] = [];
  let at = 0;

  const match = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (found) at += found[0].length;
    return found;
  };

  const one = (text: string): Pattern => {
    const known = taken.get(text);
    if (known) return { kind: "one", takes: known };
    const single = new RegExp(`^(?:${text})$`, "u");
    const takes = new Set(
      alphabet.flatMap((sign, index) => (single.test(sign) ? [index] : [])),
    );
    taken.set(text, takes);
    return { kind: "one", takes };
  };

  const readPart = (): Pattern | null => {
    const group = match(opening);
    if (group) {
      const inner = readChoice();
      at += 1;
      if (!inner || !/[=!]$/.test(group[0])) return inner;
      asides.push(inner);
      return nothing;
    }
    const [text = ""] = match(atom) ?? [];
    if (/^\\[1-9k]/.test(text)) return null;
    return /^(?:\^|\$|\\[bB])$/.test(text) ? nothing : one(text);
  };

  const readSequence = (): Pattern | null => {
    const parts: Pattern[] = [];
    while (at < source.length && !/[|)]/.test(source.charAt(at))) {
      const part = readPart();
      if (!part) return null;
      const [sign = "", least, comma, most] = match(quantifier) ?? [];
      parts.push(sign ? repeat(part, { sign, least, comma, most }) : part);
    }
    return { kind: "all", parts };
  };

  const readChoice = (): Pattern | null => {
    const parts: Pattern[] = [];
    for (;;) {
      const part = readSequence();
      if (!part) return null;
      parts.push(part);
      if (source.charAt(at) !== "|") return { kind: "any", parts };
      at += 1;
    }
  };

  const whole = readChoice();
  return whole && [whole, ...asides];
}

const nothing: Pattern = { kind: "all", parts: [] };

function repeat(
  part: Pattern,
  how: {
    sign: string;
    least: string | undefined;
    comma: string | undefined;
    most: string | undefined;
  },
): Pattern {
  const { sign, least, comma, most } = how;
  if (least === undefined) {
    const max = sign.startsWith("?") ? 1 : Infinity;
    return { kind: "repeat", part, min: sign.startsWith("+") ? 1 : 0, max };
  }
  const min = Number(least);
  const max = comma ? Number(most || Infinity) : min;
  return { kind: "repeat", part, min, max };
}
