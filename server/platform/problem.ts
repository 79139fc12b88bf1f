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

/** JSON files that the program cannot start with. */
export class ProblemsFound extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.name = "ProblemsFound";
    this.problems = problems;
  }
}
