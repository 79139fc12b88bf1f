import { useLocaleState } from "ra-core";
import { Suspense, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { QueryFailure } from "../ui/QueryFailure";
import { Spinner } from "../ui/Spinner";
import { useMedia } from "../ui/useMedia";
import { useFollowPublished, useHistory, useRecord } from "./calls";
import type { EditableResource } from "./document/draft";
import { Tabs } from "../ui/Tabs";
import { ConflictNotice } from "./publish/ConflictNotice";
import { PublishBar } from "./publish/PublishBar";
import { useWorkshopState, WorkshopProvider } from "./WorkshopContext";
import styles from "./workshop.module.css";
import { preloadable } from "../ui/preloadable";

const [FormPanel] = preloadable(() => import("./form/FormPanel"));
const [JsonPanel] = preloadable(() => import("./json/JsonPanel"));
const [FieldsPanel] = preloadable(() => import("./fields/FieldsPanel"));
const [LabelsPanel] = preloadable(() => import("./form/LabelsPanel"));
const [ImpactPanel] = preloadable(() => import("./publish/ImpactPanel"));
const [HistoryPanel] = preloadable(() => import("./history/HistoryPanel"));
const [PreviewPane] = preloadable(() => import("./preview/PreviewPane"));

/** From this width the preview stands beside the editor. */
const wide = "(min-width: 1100px)";

/** The page that edits one list or dashboard: its draft, and a preview of it. */
export default function ResourcePage() {
  const t = useT();
  const { name = "" } = useParams();
  const onPublished = useFollowPublished();
  const query = useRecord<EditableResource>("workspace/resources", name);
  const { data, error } = query;
  return (
    <div className={styles.page}>
      {!data && <PageHeader title={t("workshop.title")} />}
      <QueryFailure {...query} />
      {!data && !error && <Spinner />}
      {data && (
        <Editor key={data.id} published={data} onPublished={onPublished} />
      )}
    </div>
  );
}

type TabName =
  | "form"
  | "json"
  | "labels"
  | "fields"
  | "impact"
  | "history"
  | "preview";

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
          impact: <ImpactPanel />,
        }),
    history: <HistoryPanel onChanged={onPublished} />,
    ...(isWide ? {} : { preview: <PreviewPane /> }),
  };
  return (
    <WorkshopProvider value={workshop}>
      <PageHeader title={t("workshop.of", { title })} />
      <Link to="/workspace" className={styles.back}>
        {t("workshop.back")}
      </Link>
      <PublishBar onPublished={onPublished} />
      {isRestored && <p role="status">{t("workshop.draft.restored")}</p>}
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
