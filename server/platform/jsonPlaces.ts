import { escapePointer } from "./pointer";

/** What a reader of JSON text finds besides the value. */
export type JsonPlaces = {
  /** Why the text is no JSON, and where that shows. */
  fault?: { offset: number; reason: string };
  /** Pointers of keys that stand twice in one object, at the second. */
  doubled: readonly string[];
  /** Where each part begins: a member at its key, an entry at its value. */
  offsets: ReadonlyMap<string, number>;
};

/** Deeper than any declaration, and shallow enough for what walks it. */
const deepest = 60;

/** Thrown inside only. */
type Stop = Error & { offset: number };
const isStop = (value: unknown): value is Stop =>
  value instanceof Error && "offset" in value;

/**
 * Reads a text as strictly as JSON.parse, and says where its parts are and in
 * plain words what is wrong with it. Nothing is returned of the values.
 */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>([["", 0]]);
  const doubled: string[] = [];
  let at = 0;

  const stop = (reason: string, offset = at): never => {
    throw Object.assign(new Error(reason), { offset });
  };
  const skip = () => {
    while (/[ \t\r\n]/.test(text.charAt(at))) at += 1;
    if (/^\/[/*]/.test(text.slice(at, at + 2))) stop("JSON has no comments");
  };
  const next = () => {
    skip();
    return text.charAt(at);
  };

  const readText = (): string => {
    const from = at;
    const match = /"(?:[^"\\\p{Cc}]|\\.|[\u007f-\u009f])*"?/suy;
    match.lastIndex = at;
    const [quoted = ""] = match.exec(text) ?? [];
    at += quoted.length;
    if (quoted.length < 2 || !quoted.endsWith('"') || isOpen(quoted))
      stop(
        at >= text.length
          ? "a text has no closing quote"
          : "a text has a line break or control character in it, or no closing quote",
        from,
      );
    try {
      return String(JSON.parse(quoted));
    } catch {
      return stop("a text has a wrong escape after \\", from);
    }
  };

  const readWord = () => {
    const match = /-?[\p{L}\p{N}_+.$-]+|'/uy;
    match.lastIndex = at;
    const [word = text.charAt(at)] = match.exec(text) ?? [];
    if (/^(true|false|null)$/.test(word) || number.test(word))
      at += word.length;
    else if (word === "'") stop('texts stand in double quotes, "like this"');
    else if (/^[-+.]*\d/.test(word)) stop(`"${word}" is no number of JSON`);
    else if (/^[}\]]$/.test(word)) stop(`a value is missing before "${word}"`);
    else stop(`"${word}" is no value; a text stands in double quotes`);
  };

  /** Reads entries between brackets; `entry` reads one. */
  const readEntries = (close: string, entry: (place: number) => void) => {
    const open = at;
    at += 1;
    if (next() === close) {
      at += 1;
      return;
    }
    for (let place = 0; ; place += 1) {
      entry(place);
      const after = next();
      if (after === close) break;
      if (after === "") stop(`"${text.charAt(open)}" is never closed`, open);
      if (after !== ",")
        stop(`a comma or "${close}" is missing before "${after}"`);
      const comma = at;
      at += 1;
      if (next() === close) stop(`a comma stands before "${close}"`, comma);
    }
    at += 1;
  };

  const readValue = (pointer: string, depth: number) => {
    const first = next();
    if (depth > deepest) stop(`is nested deeper than ${deepest}`);
    if (first === "") stop("ends where a value is missing");
    else if (first === '"') readText();
    else if (first === "[")
      readEntries("]", (place) => {
        skip();
        const here = `${pointer}/${place}`;
        offsets.set(here, at);
        readValue(here, depth + 1);
      });
    else if (first === "{") readObject(pointer, depth);
    else readWord();
  };

  const readObject = (pointer: string, depth: number) => {
    const keys = new Set<string>();
    readEntries("}", () => {
      skip();
      const from = at;
      if (text.charAt(at) !== '"')
        stop("a name in double quotes is missing here");
      const key = readText();
      const here = `${pointer}/${escapePointer(key)}`;
      if (keys.has(key)) doubled.push(here);
      keys.add(key);
      offsets.set(here, from);
      if (next() !== ":") stop(`":" is missing after "${key}"`);
      at += 1;
      readValue(here, depth + 1);
    });
  };

  try {
    readValue("", 0);
    if (next() !== "") stop("something follows where the JSON ends");
    return { doubled, offsets };
  } catch (error) {
    if (!isStop(error)) throw error;
    const { message: reason, offset } = error;
    return { fault: { offset, reason }, doubled, offsets };
  }
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether the last quote of a text is an escaped one. */
const isOpen = (quoted: string): boolean =>
  (/\\*(?="$)/.exec(quoted)?.[0].length ?? 0) % 2 === 1;

/** The line and column of a place in a text, both counted from 1. */
export function lineAt(
  text: string,
  offset: number,
): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
