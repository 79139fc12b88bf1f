/** Joins the class names that are not false or undefined. */
export const classes = (
  ...names: (string | false | null | undefined)[]
): string => names.filter(Boolean).join(" ");
