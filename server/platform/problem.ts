import { mistakes } from "../../locales/en.json";
import type { Language } from "../../domain/limits";

/**
 * A message about a mistake: a key of `mistakes` in the locales and the values
 * of its placeholders. A value may be a message itself, such as a hint.
 */
export type Message = { id: keyof typeof mistakes; values?: MessageValues };
export type MessageValues = Readonly<Record<string, string | number | Message>>;

/** A mistake inside one file. */
export type Fault = {
  /** JSON pointer to the mistake, empty for the whole file. */
  pointer: string;
  /** The message in English. */
  reason: string;
  /** The message in any language, see `problemIn`. */
  message?: Message;
  /** A warning does not keep the declarations from acting. */
  severity?: "warning";
};

/** A mistake in a JSON file of the project, for the person who edits it. */
export type Problem = Fault & {
  /** Path relative to the project: `resources/notes.json`. */
  file: string;
};

/**
 * Returns a mistake with its message in English.
 *
 * @example fault("/key", "unknownKey", { name: "kee", hint: "" })
 */
export function fault(
  pointer: string,
  id: Message["id"],
  values: MessageValues = {},
): Fault {
  const message = { id, values };
  return { pointer, reason: inEnglish(message), message };
}

/** Returns the same mistake of a part that lies under `pointer` in its file. */
export const under = (pointer: string, inner: Fault): Fault => ({
  ...inner,
  pointer: `${pointer}${inner.pointer}`,
});

/** Returns the message in English, as the program was built with it. */
const inEnglish = (message: Message): string =>
  fill(message, (id) => mistakes[id]);

/** Returns the reason of a mistake in a language, in English if it has no text. */
export function reasonIn(
  { message, reason }: Fault,
  language: Language,
  messages: { texts(language: Language): ReadonlyMap<string, string> },
): string {
  if (!message) return reason;
  const texts = messages.texts(language);
  return fill(message, (id) => texts.get(`mistakes.${id}`) ?? mistakes[id]);
}

const fill = (
  { id, values = {} }: Message,
  textOf: (id: Message["id"]) => string,
): string =>
  textOf(id).replace(/%\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name] ?? gap;
    return typeof value === "object" ? fill(value, textOf) : String(value);
  });

/** Returns a problem as it is sent to a reader of the language. */
export const problemIn = (
  problem: Problem,
  language: Language,
  messages: Parameters<typeof reasonIn>[2],
): Omit<Problem, "message"> => ({
  file: problem.file,
  pointer: problem.pointer,
  reason: reasonIn(problem, language, messages),
  ...(problem.severity ? { severity: problem.severity } : {}),
});

/** Returns a problem as one line for a terminal. */
export const describeProblem = ({ file, pointer, reason }: Problem): string =>
  `${file}${pointer ? ` ${pointer}` : ""}: ${reason}`;

const mostReported = 200;

/**
 * Returns the first 200 problems; the last entry counts the others. It is a
 * warning if all of them are.
 */
export function firstProblems(problems: readonly Problem[]): Problem[] {
  const first = problems.slice(0, mostReported);
  const others = problems.slice(mostReported);
  const [next] = others;
  if (!next) return first;
  const last = fault("", "andMore", { count: others.length });
  const areWarnings = others.every(({ severity }) => severity === "warning");
  const severity = areWarnings ? ({ severity: "warning" } as const) : {};
  return [...first, { file: next.file, ...last, ...severity }];
}

/** Thrown for JSON files that the program cannot use. */
export class ProblemsFound extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.name = "ProblemsFound";
    this.problems = problems;
  }
}
