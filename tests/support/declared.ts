import { declare as declareAlone } from "../../server/declare";
import type { DeclaredSet } from "../../server/workspace/declared";

/** The last set of declarations that a test of this worker compiled. */
let before: DeclaredSet | undefined;

/**
 * Reads the declarations as the program does. Unchanged parts are not
 * compiled again for each test of a worker, which takes most of the time of a start.
 */
export const declare: typeof declareAlone = (options) => {
  const declared = declareAlone({ before, ...options });
  before = declared.declarations.current();
  return declared;
};
