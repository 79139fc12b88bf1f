import { useLocaleState } from "ra-core";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Spinner } from "../ui/Spinner";
import { useMedia } from "../workspace/listing/useMedia";
import type { EditableResource } from "./document/types";
import { useHistory } from "./history/HistoryPanel";
import { Tabs } from "./parts/Tabs";
import { MovedNotice } from "./publish/MovedNotice";
import { PublishBar } from "./publish/PublishBar";
import { useFollowPublished } from "./useFollowPublished";
import { useWhole } from "./useWhole";
import { useWorkshopOf } from "./useWorkshopOf";
import { WorkshopProvider } from "./WorkshopContext";
import styles from "./workshop.module.css";

const FormPanel = lazy(() => import("./form/FormPanel"));
const JsonPanel = lazy(() => import("./json/JsonPanel"));
const FieldsPanel = lazy(() => import("./fields/FieldsPanel"));
const TouchesPanel = lazy(() => import("./publish/TouchesPanel"));
const HistoryPanel = lazy(() => import("./history/HistoryPanel"));
const PreviewPane = lazy(() => import("./preview/PreviewPane"));

/** Room for the editor and the preview side by side. */
const wide = "(min-width: 1100px)";

/** One list in the workshop: its draft on one side, what it looks like beside. */
export default function ResourcePage() {
  const t = useT();
  const { name = "" } = useParams();
  const onPublished = useFollowPublished();
  const { data, error, refetch, isFetching } = useWhole<EditableResource>(
    "workspace/resources",
    name,
  );
  return (
    <div className={styles.page}>
      {data ? (
        <Editor key={data.id} published={data} onPublished={onPublished} />
      ) : (
        <>
          <PageHeader title={t("workshop.title")} />
          {error ? (
            <ErrorNotice
              error={error}
              isRetrying={isFetching}
              onRetry={() => {
                void refetch();
              }}
            />
          ) : (
            <Spinner />
          )}
        </>
      )}
    </div>
  );
}

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
  const [tab, setTab] = useState("form");
  const isWide = useMedia(wide);
  const workshop = useWorkshopOf({
    published,
    userId: viewer.userId,
    openTab: setTab,
  });
  const { isKept, draft } = workshop.editing;
  const { data: history } = useHistory(published.id);
  const { labels } = draft.present;
  const title = labels[locale === "ru" ? "ru" : "en"].title ?? published.id;
  const editors = [
    {
      id: "form",
      label: t("workshop.tabs.form"),
      content: () => <FormPanel />,
    },
    {
      id: "json",
      label: t("workshop.tabs.json"),
      content: () => <JsonPanel />,
    },
    {
      id: "fields",
      label: t("workshop.tabs.fields"),
      content: () => <FieldsPanel />,
    },
    {
      id: "touches",
      label: t("workshop.tabs.touches"),
      content: () => <TouchesPanel />,
    },
    {
      id: "history",
      label: t("workshop.tabs.history"),
      content: () => <HistoryPanel onChanged={onPublished} />,
    },
  ];
  const preview = {
    id: "preview",
    label: t("workshop.tabs.preview"),
    content: () => <PreviewPane />,
  };
  return (
    <WorkshopProvider value={workshop}>
      <PageHeader title={t("workshop.of", { title })} />
      <Link to="/workspace" className={styles.back}>
        {t("workshop.back")}
      </Link>
      <PublishBar onPublished={onPublished} />
      {isKept && <p role="status">{t("workshop.draft.kept")}</p>}
      <MovedNotice last={history?.[0]} />
      <div className={isWide ? styles.sides : undefined}>
        <Tabs
          label={t("workshop.tabs.label")}
          tabs={isWide ? editors : [...editors, preview]}
          open={tab}
          onOpen={setTab}
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
