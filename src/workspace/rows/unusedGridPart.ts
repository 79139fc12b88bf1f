/**
 * Replaces the components of MUI that the data grid imports for filters, its own pager,
 * its own editors and tabs, which Seriba never draws (`replacements` in vite.config.ts).
 * They are a tenth of the script of a manager's list. Throws, so that a use is noticed.
 */
export default function UnusedGridPart(): never {
  throw new Error("The build leaves this component of the data grid out.");
}

/** The class names of the left out components, which the grid reads for its styles. */
export const inputAdornmentClasses = {};
export const tablePaginationClasses = {};
