import { useId, useState } from "react";
import { japanDay } from "../../../domain/japanTime";
import { longestSavedTitle } from "../../../domain/limits";
import {
  relativeParams,
  savedParams,
  savedType,
  titleProblem,
} from "../../../domain/listing/savedSearch";
import { problemText } from "../../providers/fieldProblems";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useOpenedViewId, useViewLayout } from "./useOpenedView";
import { saveSearch, useSavesViews, useSearchChange } from "./useSavedSearches";
import { titleOf, useSummary, useSummaryLine } from "./useSummary";
import styles from "./Saved.module.css";

type SaveDialogProps = {
  onBack: () => void;
  /** Gets the title and, if the server gave it, the id. */
  onSaved: (title: string, id: string | undefined) => void;
};

/** Saves the current filters under a title, by default their summary. */
export function SaveDialog({ onBack, onSaved }: SaveDialogProps) {
  const t = useT();
  const id = useId();
  const { resource } = useListing();
  const { state } = useListQuery();
  const summary = useSummary()(state);
  const line = useSummaryLine()(summary);
  const [typed, setTyped] = useState<string | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const title = typed ?? titleOf(summary, longestSavedTitle);
  const problem = wasSubmitted ? titleProblem(title) : null;
  const savesViews = useSavesViews();
  const { layout } = useViewLayout();
  const [, setOpenedId] = useOpenedViewId(resource.name);
  const { mutate, isPending, error } = useSearchChange(
    saveSearch,
    ({ title: saved }, reply) => {
      if (savesViews && reply.id !== undefined) setOpenedId(reply.id);
      onSaved(saved, reply.id);
    },
  );
  return (
    <Dialog
      title={t(savesViews ? "savedViews.save" : "saved.save")}
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
          setWasSubmitted(true);
          if (titleProblem(title)) return;
          const search = {
            title: title.trim(),
            params: savedParams(resource, state),
            type: savedType(resource),
          };
          if (!savesViews) {
            mutate(search);
            return;
          }
          const day = japanDay(serverNow());
          const params = relativeParams(resource, search.params, day);
          mutate({ ...search, params, layout });
        }}
      >
        <Field
          label={t("saved.name")}
          autoComplete="off"
          value={title}
          readOnly={isPending}
          error={problemText(problem, t) ?? fieldError(error, "title")}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
        <p className={styles.summary}>{line}</p>
        {fieldError(error, "params") && (
          <p className={styles.warning} role="alert">
            {fieldError(error, "params")}
          </p>
        )}
        {isOtherError(error) && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}

/** Returns the server's message about a field. */
const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof CallError ? error.errors[field]?.[0] : undefined;

const isOtherError = (error: unknown): boolean =>
  error !== null && !fieldError(error, "title") && !fieldError(error, "params");
