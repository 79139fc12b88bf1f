import type { Diagnostic } from "@codemirror/lint";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { isOfDeclaration } from "../document/errorSchema";
import { rangeOf } from "../document/pointer";
import type { Problem } from "../document/types";

/**
 * What is underlined: while the text cannot be read only where, else each
 * problem at the place that its pointer names.
 */
export function diagnosticsOf(
  text: string,
  problems: readonly Problem[],
): Diagnostic[] {
  const errors: ParseError[] = [];
  parse(text, errors);
  if (errors.length > 0)
    return errors.map(({ error, offset, length }) => ({
      from: Math.min(offset, text.length),
      to: Math.min(offset + length, text.length),
      severity: "error",
      message: printParseErrorCode(error),
    }));
  return problems.filter(isOfDeclaration).map(({ pointer, reason }) => ({
    ...rangeOf(text, pointer),
    severity: "error",
    message: reason,
  }));
}
