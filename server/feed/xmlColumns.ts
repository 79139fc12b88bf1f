/** A text, or several of one name. */
type Value = string | string[];

/**
 * Gathers the columns of a row from its elements: the text of an element, or
 * the texts of the elements within it; deeper ones are text of those.
 */
export function xmlColumns() {
  let row = new Map<string, Value>();
  let own = "";
  let column: { name: string; text: string; parts: string[] } | undefined;
  let part: string | undefined;

  const add = (name: string, value: Value) => {
    const before = row.get(name);
    row.set(name, before === undefined ? value : [before, value].flat());
  };

  return {
    begin(attributes: Readonly<Record<string, string>>): void {
      row = new Map(Object.entries(attributes));
      own = "";
    },
    /** An element opens, `level` 1 for a column. */
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
    /** The row; without columns the text, which is then a single value. */
    end(): { row: Readonly<Record<string, Value>>; text: string } {
      return { row: Object.fromEntries(row), text: own.trim() };
    },
  };
}
