import { useEffect, useRef, useState } from "react";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { isSignedInAs, useSignedIn } from "../../providers/session";

/** The table that a person imports or pastes. */
export type ImportTable = {
  text: string;
  /** Empty for a pasted table. */
  fileName: string;
  /** The field of each column that the person has chosen; null to match the headings. */
  columns: (string | null)[] | null;
  /** How a paste reads the text. */
  choices?: Readonly<Record<string, unknown>>;
};

export const noTable: ImportTable = { text: "", fileName: "", columns: null };

/** A longer table does not fit into the storage of a tab. */
export const longestKept = 1_000_000;

const draftDelayMs = 300;

/**
 * Returns the table of a form, which survives an expired session and, up to a million
 * characters, a reload of the page. The person finds it again until it is used. `form`
 * names the purpose and the list.
 */
export function useTable(form: string): {
  table: ImportTable;
  setTable: (table: ImportTable) => void;
  /** Forgets the used table, also after the person has left the page. */
  drop: () => void;
  /** Whether the table was there when the page opened. */
  isRestored: boolean;
} {
  const { userId } = useSignedIn().viewer;
  const [restored] = useState(() => tableIn(findDraft({ userId, form })));
  const [table, setTable] = useState(restored ?? noTable);
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
    const timer = setTimeout(() => {
      keepTable({ userId, form }, table);
    }, draftDelayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [table, userId, form]);
  useEffect(
    () => () => {
      keepTable({ userId, form }, latest.current);
    },
    [userId, form],
  );
  return {
    table,
    setTable,
    drop: () => {
      // A form that closes in the same event must not keep the table again.
      latest.current = noTable;
      setTable(noTable);
      dropDraft({ userId, form });
    },
    isRestored: restored?.text === table.text,
  };
}

/** Keeps the table of a person. After the logout the tab stores nothing of it. */
function keepTable(
  of: { userId: string; form: string },
  table: ImportTable,
): void {
  const isShort = table.text.length <= longestKept;
  if (table.text === "") dropDraft(of);
  else
    keepDraft({
      ...of,
      changed: table,
      survivesReload: isShort && isSignedInAs(of.userId),
    });
}

function tableIn(
  draft: Readonly<Record<string, unknown>> | undefined,
): ImportTable | undefined {
  const { text, fileName, columns, choices } = draft ?? {};
  if (typeof text !== "string" || text === "") return undefined;
  return {
    text,
    fileName: typeof fileName === "string" ? fileName : "",
    columns: Array.isArray(columns)
      ? columns.map((name) => (typeof name === "string" ? name : null))
      : null,
    choices: { ...Object(choices) } as Record<string, unknown>,
  };
}
