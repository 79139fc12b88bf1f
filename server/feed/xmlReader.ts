import { SaxesParser } from "saxes";
import type { Entry, TextReader } from "./entry";
import { FeedSyntaxError } from "./entry";
import { bareAmpersands } from "./bareAmpersands";
import { xmlColumns } from "./xmlColumns";

/**
 * Faults that spoil no more than a text: it stays as it is, and the row's own
 * check decides.
 */
const tolerable = /undefined entity|malformed character entity|disallowed char/;

/**
 * Reads an XML document whose root holds one element a row, named `rowName` in
 * either case, with one element or attribute a column. A column given several
 * times, or with elements of its own, is a list. Other elements under the root
 * are notes. Entities that XML does not know stay as they are.
 */
export function xmlReader(rowName = "row"): TextReader {
  const parser = new SaxesParser();
  const escape = bareAmpersands();
  const columns = xmlColumns();
  const found: Entry[] = [];
  let depth = 0;

  parser.on("error", (error) => {
    if (!tolerable.test(error.message))
      throw new FeedSyntaxError(error.message, { cause: error });
  });
  const note = (name: string, value: unknown) =>
    found.push({ kind: "note", name, value });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth === 1) refusePage(name);
    else if (depth === 2) columns.begin(attributes);
    else columns.open(name, depth - 2);
  });
  parser.on("text", (text) => columns.text(text));
  // Where no entity is read, the escaping above is taken back.
  parser.on("cdata", (text) => columns.text(text.replaceAll("&amp;", "&")));
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    if (depth >= 2) columns.close(depth - 1);
    if (depth > 1) return;
    const { row, text } = columns.end();
    const isRow = depth === 1 && name.toLowerCase() === rowName.toLowerCase();
    if (isRow) found.push({ kind: "row", row });
    // A provider's refusal may be the root itself.
    else if (depth === 1 || name.toLowerCase() === "error")
      note(name, Object.keys(row).length === 0 ? text : row);
  });

  return (piece, give) => {
    try {
      parser.write(escape(piece));
      if (piece === null) parser.close();
    } finally {
      found.splice(0).forEach(give);
    }
  };
}

/** An address that is wrong is often answered with a page for people. */
function refusePage(root: string): void {
  if (root.toLowerCase() === "html")
    throw new FeedSyntaxError("it is a web page");
}
