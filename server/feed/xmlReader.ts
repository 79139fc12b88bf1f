import { SaxesParser } from "saxes";
import { FeedSyntaxError, type Entry, type TextReader } from "./entry";

/** Errors in a text: the text is used as it is, and the row is validated. */
const tolerable = /undefined entity|malformed character entity|disallowed char/;

/**
 * Reads an XML document. Each child of the root with the name `rowName`, in any
 * case, is a row; its elements and attributes are the columns. A column that
 * occurs several times or has child elements is a list. Other children of the
 * root are notes. Unknown entities stay as they are.
 */
export function xmlReader(rowName = "row"): TextReader {
  const parser = new SaxesParser();
  const escape = ampersandEscaper();
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
    if (depth === 1) refuseWebPage(name);
    else if (depth === 2) columns.begin(attributes);
    else columns.open(name, depth - 2);
  });
  parser.on("text", (text) => columns.text(text));
  // CDATA has no entities: undo the escaping of ampersands.
  parser.on("cdata", (text) => columns.text(text.replaceAll("&amp;", "&")));
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    if (depth >= 2) columns.close(depth - 1);
    if (depth > 1) return;
    const { row, text } = columns.end();
    const isRow = depth === 1 && name.toLowerCase() === rowName.toLowerCase();
    if (isRow) found.push({ kind: "row", row });
    // The root itself may be the provider's error.
    else if (depth === 1 || name.toLowerCase() === "error")
      note(name, Object.keys(row).length === 0 ? text : row);
  });

  return (piece, onEntry) => {
    try {
      parser.write(escape(piece));
      if (piece === null) parser.close();
    } finally {
      found.splice(0).forEach(onEntry);
    }
  };
}

/** Providers often answer a wrong address with a web page. */
function refuseWebPage(root: string): void {
  if (root.toLowerCase() === "html")
    throw new FeedSyntaxError("it is a web page");
}

/** A text, or the texts of several elements with one name. */
type Value = string | string[];

/**
 * Collects the columns of a row. The value of a column is the text of its
 * element, or the list of the texts of its child elements. Elements that are
 * nested deeper add to the text of the child.
 */
function xmlColumns() {
  let row = new Map<string, Value>();
  let own = "";
  let column: { name: string; text: string; parts: string[] } | undefined;
  let part: string | undefined;

  const add = (name: string, value: Value) => {
    const before = row.get(name);
    if (before === undefined) {
      row.set(name, value);
      return;
    }
    // A new array for each repetition would make many repetitions quadratic.
    const list = typeof before === "string" ? [before] : before;
    for (const text of [value].flat()) list.push(text);
    row.set(name, list);
  };

  return {
    begin(attributes: Readonly<Record<string, string>>): void {
      row = new Map(Object.entries(attributes));
      own = "";
    },
    /** Opens an element; a column has `level` 1. */
    open(name: string, level: number): void {
      if (level === 1) column = { name, text: "", parts: [] };
      else if (level === 2) part = "";
    },
    text(text: string): void {
      if (part !== undefined) part += text;
      else if (column) column.text += text;
      else own += text;
    },
    close(level: number): void {
      if (level === 2 && part !== undefined) {
        column?.parts.push(part);
        part = undefined;
      }
      if (level !== 1 || !column) return;
      const { name, text, parts } = column;
      add(name, parts.length > 0 ? parts : text);
      column = undefined;
    },
    /** Returns the row and the text outside of columns. */
    end(): { row: Readonly<Record<string, Value>>; text: string } {
      return { row: Object.fromEntries(row), text: own.trim() };
    },
  };
}

const bare = /&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z][a-zA-Z\d]{0,30};)/g;
/** An ampersand at the end of a piece may start an entity of the next one. */
const unfinished = /&[#a-zA-Z\d]{0,32}$/;

/**
 * Makes a function that escapes each `&` that does not start an entity, as in
 * the addresses of pictures. It takes the text in pieces; null ends the text.
 */
function ampersandEscaper(): (piece: string | null) => string {
  let held = "";
  return (piece) => {
    const text = held + (piece ?? "");
    const end = piece === null ? -1 : text.search(unfinished);
    held = end === -1 ? "" : text.slice(end);
    const whole = end === -1 ? text : text.slice(0, end);
    return whole.includes("&") ? whole.replace(bare, "&amp;") : whole;
  };
}
