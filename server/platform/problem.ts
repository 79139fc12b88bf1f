/** What is wrong inside one file. */
export type Fault = {
  /** JSON pointer to the part, empty for the whole file. */
  pointer: string;
  reason: string;
};

/** What is wrong with a JSON file of the project, for who edits it. */
export type Problem = Fault & {
  /** Relative to the project: `resources/car-auction.json`. */
  file: string;
};

/** One line for a terminal. */
export const describeProblem = ({ file, pointer, reason }: Problem): string =>
  `${file}${pointer ? ` ${pointer}` : ""}: ${reason}`;

/** So many are read by nobody at once; more are only counted. */
const mostTold = 200;

/** The first of many problems, the last of them saying how many more there are. */
export function firstProblems(problems: readonly Problem[]): Problem[] {
  const told = problems.slice(0, mostTold);
  const [next] = problems.slice(mostTold);
  if (!next) return told;
  const reason = `and ${problems.length - mostTold} more that are wrong`;
  return [...told, { file: next.file, pointer: "", reason }];
}

/** JSON files that the program cannot start with. */
export class ProblemsFound extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.name = "ProblemsFound";
    this.problems = problems;
  }
}
