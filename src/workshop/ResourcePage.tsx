import { useLocaleState } from "ra-core";
import { Suspense, useMemo, useState, type ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import { isNoDocument } from "../../domain/declarations/document";
import { PageHeader } from "../layout/PageHeader";
import { CallError } from "../providers/CallError";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Button } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { QueryFailure } from "../ui/QueryFailure";
import { Spinner } from "../ui/Spinner";
import { useMedia } from "../ui/useMedia";
import { useExists, useFollowPublished, useHistory, useRecord } from "./calls";
import type { Draft, EditableResource } from "./document/draft";
import { storedDraft } from "./document/useDraft";
import { beginAnew, isNewList, unpublishedList } from "./lists/newList";
import { Tabs } from "../ui/Tabs";
import { ConflictNotice } from "./publish/ConflictNotice";
import { PublishBar } from "./publish/PublishBar";
import { useWorkshopState, WorkshopProvider } from "./WorkshopContext";
import styles from "./workshop.module.css";
import { preloadable } from "../ui/preloadable";

const [FormPanel] = preloadable(() => import("./form/FormPanel"));
const [JsonPanel] = preloadable(() => import("./json/JsonPanel"));
const [ActionsPanel] = preloadable(() => import("./actions/ActionsPanel"));
const [ListPanel] = preloadable(() => import("./lists/ListPanel"));
const [FieldsPanel] = preloadable(() => import("./fields/FieldsPanel"));
const [LabelsPanel] = preloadable(() => import("./form/LabelsPanel"));
const [ImpactPanel] = preloadable(() => import("./publish/ImpactPanel"));
const [HistoryPanel] = preloadable(() => import("./history/HistoryPanel"));
const [PreviewPane] = preloadable(() => import("./preview/PreviewPane"));

/** From this width the preview stands beside the editor. */
const wide = "(min-width: 1100px)";

/** The page that edits one list or dashboard: its draft, and a preview of it. */
export default function ResourcePage() {
  const { name = "" } = useParams();
  return <ResourceEditor key={name} name={name} />;
}

function ResourceEditor({ name }: { name: string }) {
  const { viewer } = useSignedIn();
  const [isNew, setNew] = useState(() => isNewList(viewer.userId, name));
  return isNew ? (
    <NewEditor name={name} />
  ) : (
    <KnownEditor name={name} onBegun={() => setNew(true)} />
  );
}

function KnownEditor({ name, onBegun }: { name: string; onBegun: () => void }) {
  const t = useT();
  const { viewer } = useSignedIn();
  const onPublished = useFollowPublished();
  const query = useRecord<EditableResource>("workspace/resources", name);
  const { data, error } = query;
  const isGone = error instanceof CallError && error.status === 404;
  const draft = isGone ? storedDraft(viewer.userId, name) : null;
  if (draft)
    return <RemovedDraft name={name} draft={draft} onBegun={onBegun} />;
  return (
    <div className={styles.page}>
      {!data && <PageHeader title={t("workshop.title")} />}
      <QueryFailure {...query} />
      {!data && !error && <Spinner />}
      {data && <Editor published={data} onPublished={onPublished} />}
    </div>
  );
}

/** Says that somebody has removed the list of a draft, which can become a new list. */
function RemovedDraft({
  name,
  draft,
  onBegun,
}: {
  name: string;
  draft: Draft;
  onBegun: () => void;
}) {
  const t = useT();
  const { viewer } = useSignedIn();
  const { row, store } = draft.base.document.declaration;
  return (
    <div className={styles.page}>
      <PageHeader title={t("workshop.of", { title: name })} />
      <Link to="/workspace" className={styles.back}>
        {t("workshop.back")}
      </Link>
      <Notice tone="info" role="status">
        <p>{t("workshop.newList.removedDraft")}</p>
        {/* Only a list with a row and rows of its own can be created here. */}
        {row === name && store !== undefined && (
          <Button
            onClick={() => {
              beginAnew(viewer.userId, name, draft.present);
              onBegun();
            }}
          >
            {t("workshop.newList.beginAnew")}
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** Edits a list that exists only as a draft in this browser, until somebody publishes it. */
function NewEditor({ name }: { name: string }) {
  const t = useT();
  const onPublished = useFollowPublished();
  const exists = useExists(name);
  const query = useRecord<EditableResource>(
    "workspace/resources",
    name,
    exists,
  );
  const unpublished = useMemo(
    () =>
      unpublishedList(name, (field) => t(`workshop.newList.fields.${field}`)),
    [name, t],
  );
  const data = exists ? (query.data ?? unpublished) : unpublished;
  return (
    <div className={styles.page}>
      {exists && <QueryFailure {...query} />}
      <Editor published={data} onPublished={onPublished} />
    </div>
  );
}

type TabName =
  | "form"
  | "json"
  | "labels"
  | "fields"
  | "actions"
  | "impact"
  | "history"
  | "preview"
  | "list";

function Editor({
  published,
  onPublished,
}: {
  published: EditableResource;
  onPublished: () => void;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const { viewer } = useSignedIn();
  const isWide = useMedia(wide);
  const workshop = useWorkshopState(published, viewer.userId);
  const { isRestored, draft } = workshop.editing;
  const { data: history } = useHistory(published.id);
  const { labels } = draft.present;
  const title = labels[locale === "ru" ? "ru" : "en"].title ?? published.id;
  const editors: Partial<Record<TabName, ReactNode>> = {
    ...(published.kind === "dashboard"
      ? { json: <JsonPanel />, labels: <LabelsPanel /> }
      : {
          form: <FormPanel />,
          json: <JsonPanel />,
          fields: <FieldsPanel />,
          ...(published.filledBy === "forms"
            ? { actions: <ActionsPanel /> }
            : {}),
          ...(published.isCreated
            ? { list: <ListPanel onRemoved={onPublished} /> }
            : {}),
          impact: <ImpactPanel />,
        }),
    history: <HistoryPanel onChanged={onPublished} />,
    ...(isWide ? {} : { preview: <PreviewPane /> }),
  };
  // Somebody has discarded the draft of a list that is not published.
  if (isNoDocument(draft.base.document) && !workshop.editing.isChanged)
    return <Navigate to="/workspace" replace />;
  return (
    <WorkshopProvider value={workshop}>
      <PageHeader title={t("workshop.of", { title })} />
      <Link to="/workspace" className={styles.back}>
        {t("workshop.back")}
      </Link>
      <PublishBar onPublished={onPublished} />
      {isNoDocument(published.document) ? (
        <p role="status">{t("workshop.newList.isNew")}</p>
      ) : (
        isRestored && <p role="status">{t("workshop.draft.restored")}</p>
      )}
      <ConflictNotice last={history?.[0]} />
      <div className={isWide ? styles.sides : undefined}>
        <Tabs
          label={t("workshop.tabs.label")}
          tabs={Object.entries(editors).map(([id, content]) => ({
            id,
            label: t(`workshop.tabs.${id as TabName}`),
            content,
          }))}
          open={workshop.tab}
          onOpen={workshop.openTab}
        />
        {isWide && (
          <Suspense fallback={<Spinner />}>
            <div className={styles.beside}>
              <PreviewPane />
            </div>
          </Suspense>
        )}
      </div>
    </WorkshopProvider>
  );
}
