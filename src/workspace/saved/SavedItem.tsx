import { useLocaleState } from "ra-core";
import { useState, useEffect, useRef } from "react";
import { titleProblem, savedType } from "../../../domain/listing/savedSearch";
import { problemText } from "../../providers/fieldProblems";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import { formatMoment } from "../formatMoment";
import { useListing } from "../listing/ListingContext";
import {
  useIsShown,
  useOpenSearch,
  useReconciled,
  type ReconciledSearch,
} from "./useOpenedView";
import {
  type SavedSearch,
  updateSearch,
  useSearchChange,
  setDefaultView,
} from "./useSavedSearches";
import { useSummary, useSummaryLine } from "./useSummary";
import styles from "./Saved.module.css";

type SavedItemProps = {
  search: SavedSearch;
  onChosen: () => void;
  onDelete: () => void;
};

/** A saved search with its summary, dropped criteria and buttons. */
export function SavedItem({ search, onChosen, onDelete }: SavedItemProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const { resource, labels } = useListing();
  const [naming, setNaming] = useState<"before" | "now" | "after">("before");
  const reconciled = useReconciled()(search);
  const { state, dropped } = reconciled;
  const summary = useSummary()(state, search.names);
  const line = useSummaryLine()(summary);
  const isCurrent = useIsShown()(search);
  const open = useOpenSearch();
  const { title, createdAt, owner } = search;
  const isOwn = owner === undefined;
  return (
    <li className={classes(styles.item, isCurrent && styles.current)}>
      {naming === "now" ? (
        <RenameField
          search={search}
          onEnd={() => {
            setNaming("after");
          }}
        />
      ) : (
        <div className={styles.head}>
          <button
            type="button"
            className={styles.choose}
            aria-current={isCurrent ? "true" : undefined}
            onClick={() => {
              open(search);
              onChosen();
            }}
          >
            <span className={styles.title}>{title}</span>
            <span className={styles.summary}>
              {line === "" ? labels.title : line}
            </span>
            {isOwn && createdAt && (
              <span className={styles.created}>
                {t("saved.created", { date: formatMoment(createdAt, locale) })}
              </span>
            )}
            {!isOwn && (
              <span className={styles.created}>
                {t("savedViews.sharedBy", { owner })}
              </span>
            )}
          </button>
          {isOwn && (
            <>
              <IconButton
                icon="edit"
                label={t("saved.rename", { title })}
                autoFocus={naming === "after"}
                onClick={() => {
                  setNaming("now");
                }}
              />
              <IconButton
                icon="trash"
                label={t("saved.delete", { title })}
                onClick={onDelete}
              />
            </>
          )}
        </div>
      )}
      {search.notify !== undefined && <NotifyOption search={search} />}
      {search.isDefault !== undefined && (
        <ViewOptions
          search={search}
          canShare={isOwn && resource.savedViews?.share !== undefined}
        />
      )}
      {isOwn && dropped.length > 0 && (
        <DroppedCriteria search={search} reconciled={reconciled} />
      )}
    </li>
  );
}

/**
 * Edits the title of a search: Enter saves a changed title, Escape discards it.
 * The text stays when the call fails.
 */
function RenameField({
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

/** The choices whether a view opens with the list and whether colleagues see it. */
function ViewOptions({
  search,
  canShare,
}: {
  search: SavedSearch;
  canShare: boolean;
}) {
  const t = useT();
  const type = savedType(useListing().resource);
  const opening = useSearchChange(setDefaultView);
  const sharing = useSearchChange(updateSearch);
  const { id, title, isDefault = false, shared = false } = search;
  const error = opening.error ?? sharing.error;
  return (
    <>
      <div className={styles.options}>
        <label className={styles.option}>
          <input
            type="checkbox"
            aria-label={t("savedViews.openOf", { title })}
            checked={
              opening.isPending ? opening.variables.id !== null : isDefault
            }
            onChange={({ target }) => {
              opening.mutate({ type, id: target.checked ? id : null });
            }}
          />
          {t("savedViews.open")}
        </label>
        {canShare && (
          <label className={styles.option}>
            <input
              type="checkbox"
              aria-label={t("savedViews.shareOf", { title })}
              checked={sharing.isPending ? sharing.variables.shared : shared}
              onChange={({ target }) => {
                sharing.mutate({ id, title, shared: target.checked });
              }}
            />
            {t("savedViews.share")}
          </label>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

type DroppedCriteriaProps = {
  search: SavedSearch;
  reconciled: ReconciledSearch;
};

/** The dropped criteria of a search, with a button to save it without them. */
function DroppedCriteria({ search, reconciled }: DroppedCriteriaProps) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const { mutate, isPending, error } = useSearchChange(updateSearch);
  const { id, title } = search;
  const { params, dropped } = reconciled;
  return (
    <>
      <div className={styles.dropped}>
        <Icon name="alert" size={16} />
        <p className={styles.droppedText}>
          {t("saved.gone", { parts: dropped.join(", ") })}
        </p>
        {isOwnServer && params !== "" && (
          <Button
            kind="ghost"
            aria-label={t("saved.keepOf", { title })}
            isPending={isPending}
            onClick={() => {
              mutate({ id, title, params });
            }}
          >
            {t("saved.keep")}
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

const options = ["none", "daily", "now"] as const;

/** The choice when to tell of the new rows of a search. */
export function NotifyOption({ search }: { search: SavedSearch }) {
  const t = useT();
  const { resource } = useListing();
  const { mutate, isPending, variables, error } = useSearchChange(updateSearch);
  const { id, title, notify = "none" } = search;
  // The rows of a page type have a word of their own.
  const label = resource.pageType ? "label" : "rows";
  return (
    <>
      <label className={styles.notify}>
        {t(`saved.notify.${label}`)}
        <select
          className={styles.notifyChoice}
          aria-label={t(`saved.notify.${label}Of`, { title })}
          value={isPending ? variables.notify : notify}
          // A disabled choice would lose the focus.
          aria-disabled={isPending}
          onChange={({ target }) => {
            const chosen = options.find((option) => option === target.value);
            if (chosen && !isPending) mutate({ id, title, notify: chosen });
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {t(`saved.notify.${option}`)}
            </option>
          ))}
        </select>
      </label>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
