import { useId, useState } from "react";
import { longestSavedTitle } from "../../../domain/limits";
import {
  savedParams,
  savedType,
  titleProblem,
} from "../../../domain/listing/savedSearch";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { problemText } from "../../providers/problemText";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { useListing, useListQuery } from "../listing/ListingContext";
import { saveSearch } from "./calls";
import { useSearchChange } from "./useSavedSearches";
import { titleOf, useSummary, useSummaryLine } from "./useSummary";
import styles from "./Saved.module.css";

type SaveDialogProps = {
  onBack: () => void;
  onSaved: (title: string) => void;
};

/** Saves what is chosen in the list, under a title that is first its summary. */
export function SaveDialog({ onBack, onSaved }: SaveDialogProps) {
  const t = useT();
  const id = useId();
  const { resource } = useListing();
  const { state } = useListQuery();
  const summary = useSummary()(state);
  const line = useSummaryLine()(summary);
  const [typed, setTyped] = useState<string | null>(null);
  const [wasRefused, setRefused] = useState(false);
  const title = typed ?? titleOf(summary, longestSavedTitle);
  const problem = wasRefused ? titleProblem(title) : null;
  const { mutate, isPending, error } = useSearchChange(
    saveSearch,
    ({ title: saved }) => {
      onSaved(saved);
    },
  );
  return (
    <Dialog
      title={t("saved.save")}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack} disabled={isPending}>
            {t("saved.back")}
          </Button>
          <Button type="submit" form={id} kind="primary" isPending={isPending}>
            {t("saved.submit")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(true);
          if (titleProblem(title)) return;
          const params = savedParams(resource, state);
          mutate({ title: title.trim(), params, type: savedType(resource) });
        }}
      >
        <Field
          label={t("saved.name")}
          autoComplete="off"
          value={title}
          error={problemText(problem, t) ?? refusalOf(error, "title")}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
        <p className={styles.summary}>{line}</p>
        {refusalOf(error, "params") && (
          <p className={styles.warning} role="alert">
            {refusalOf(error, "params")}
          </p>
        )}
        {isOfNoField(error) && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}

/** What the server says against one field. */
const refusalOf = (error: unknown, field: string): string | undefined =>
  error instanceof CallError ? error.errors[field]?.[0] : undefined;

const isOfNoField = (error: unknown): boolean =>
  error !== null && !refusalOf(error, "title") && !refusalOf(error, "params");
