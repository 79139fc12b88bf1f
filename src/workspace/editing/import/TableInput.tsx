import { useRef, useState } from "react";
import { mostImportedBytes } from "../../../../domain/limits";
import { useT } from "../../../providers/i18n/useT";
import { Button } from "../../../ui/Button";
import { Labelled } from "../../../ui/Field";
import { decodeTable } from "./decodeTable";
import type { Batch } from "./importCalls";
import { useFocusAfter } from "./useFocusAfter";
import { longestKept, noTable, type ImportTable } from "../../forms/useTable";
import styles from "./import.module.css";

/** A longer table would make the page slow to type in, so only its name is shown. */
const longestShown = 200_000;

/** Takes a table from the clipboard or from a file. */
export function TableInput({
  table,
  isApplying,
  after,
  onChange,
  onCheck,
}: {
  table: ImportTable;
  /** The table is being imported, and cannot be changed. */
  isApplying: boolean;
  /** The import before, after which this table takes the focus. */
  after: Batch | null;
  onChange: (table: ImportTable) => void;
  onCheck: () => void;
}) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const field = useFocusAfter<HTMLTextAreaElement>(after);
  const [error, setError] = useState<string | null>(null);
  const reading = useRef<File>(undefined);
  const change = (next: ImportTable) => {
    reading.current = undefined;
    setError(null);
    onChange(next);
  };
  const read = async (file: File) => {
    reading.current = file;
    if (file.size > 2 * mostImportedBytes) {
      setError(t("import.table.tooLarge"));
      return;
    }
    const bytes = await file.arrayBuffer().catch(() => null);
    // A later file or a typed text counts.
    if (reading.current !== file) return;
    const text = bytes && decodeTable(bytes);
    if (text === null)
      setError(t(bytes ? "import.encoding" : "import.unreadable"));
    else change({ text, fileName: file.name.slice(0, 200), columns: null });
  };
  const { text, fileName } = table;
  return (
    <div className={styles.input}>
      {text.length <= longestShown ? (
        <Labelled label={t("import.paste")} error={error}>
          {(attributes) => (
            <textarea
              {...attributes}
              ref={field}
              className={styles.text}
              rows={text === "" ? 6 : 10}
              spellCheck={false}
              wrap="off"
              readOnly={isApplying}
              value={text}
              onChange={({ target }) => {
                change({ ...table, text: target.value, columns: null });
              }}
            />
          )}
        </Labelled>
      ) : (
        error && <p role="alert">{error}</p>
      )}
      {fileName !== "" && <p>{t("import.file", { name: fileName })}</p>}
      {text.length > longestKept && <p>{t("import.fileKept")}</p>}
      <div className={styles.buttons}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("import.choose")}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = "";
          }}
        />
        <Button disabled={isApplying} onClick={() => input.current?.click()}>
          {t("import.choose")}
        </Button>
        {text !== "" && (
          <>
            <Button
              kind="ghost"
              disabled={isApplying}
              onClick={() => {
                change(noTable);
              }}
            >
              {t("form.restored.reset")}
            </Button>
            <Button kind="primary" disabled={isApplying} onClick={onCheck}>
              {t("import.check")}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
