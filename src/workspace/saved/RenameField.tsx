import { useEffect, useRef, useState } from "react";
import { titleProblem } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { problemText } from "../../providers/fieldProblems";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { IconButton } from "../../ui/IconButton";
import {
  updateSearch,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

/**
 * Edits the title of a search: Enter saves a changed title, Escape discards it.
 * The text stays when the call fails.
 */
export function RenameField({
  search: { id, title },
  onEnd,
}: {
  search: SavedSearch;
  onEnd: () => void;
}) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(title);
  const { mutate, isPending, error } = useSearchChange(updateSearch, onEnd);
  const problem = titleProblem(text);
  useEffect(() => {
    const input = form.current?.querySelector("input");
    input?.focus();
    input?.select();
  }, []);
  return (
    <form
      ref={form}
      className={styles.rename}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const renamed = text.trim();
        if (renamed === title) onEnd();
        else if (!problem && !isPending) mutate({ id, title: renamed });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Otherwise the dialog would close as well.
        event.preventDefault();
        event.stopPropagation();
        onEnd();
      }}
    >
      <div className={styles.head}>
        <Field
          className={styles.grow}
          label={t("saved.name")}
          autoComplete="off"
          value={text}
          readOnly={isPending}
          error={problemText(problem, t)}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <IconButton
          type="submit"
          icon="check"
          label={t("saved.apply")}
          // A disabled button would lose the focus.
          aria-disabled={isPending}
        />
        <IconButton icon="close" label={t("saved.discard")} onClick={onEnd} />
      </div>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}
