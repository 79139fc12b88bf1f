import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useParams } from "react-router";
import {
  versionField,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { useT } from "../../providers/i18n/useT";
import { isUnknownRow, readRow, type RowInFull } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { Box } from "../../ui/Box";
import { Breadcrumb } from "../../ui/Breadcrumb";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { RowPhoto } from "../cells/PhotoCell";
import { RelatedLinks } from "../cells/RelatedLinks";
import { FieldTextProvider, useFieldText } from "../fieldText";
import { RowHistory } from "../history/RowHistory";
import { rowTitle } from "../listing/rowTitle";
import { slotsOf, Slot } from "../registry/areas";
import { labelledCodes, sectionsOf, type Section } from "../sections";
import { useLabels, useSectionTitle } from "../useLabels";
import { preloadable } from "../../ui/preloadable";
import { fieldsAbove } from "./fieldsAbove";
import { RelatedTables } from "./RelatedTables";
import { RowButtons } from "./RowButtons";
import { RowFacts } from "./RowFacts";
import { RowLead } from "./RowLead";
import { Timelines } from "./Timelines";
import { RowNotFound } from "./RowNotFound";
import styles from "./detail.module.css";

const [RowActions] = preloadable(() => import("./RowActions"));

/** The page of a row, drawn from its schema. */
export default function DetailPage({ resource }: { resource: Resource }) {
  const { id = "" } = useParams();
  const schema = useWorkspace().row(resource.row);
  const sections = useMemo(
    () =>
      sectionsOf(schema, [
        resource.key,
        versionField,
        ...labelledCodes(schema),
      ]),
    [schema, resource.key],
  );
  const query = useQuery({
    queryKey: ["row", resource.name, id],
    queryFn: ({ signal }) => readRow(resource, { id, signal }),
  });
  const { data, error } = query;
  if (isUnknownRow(error, data)) return <RowNotFound resource={resource} />;
  const view = { resource, schema, sections };
  return (
    <FieldTextProvider row={schema}>
      {data ? (
        <>
          <QueryFailure {...query} />
          <RowView {...view} id={id} found={data} />
        </>
      ) : (
        <Waiting {...view} isLoading={!error}>
          <QueryFailure {...query} />
        </Waiting>
      )}
    </FieldTextProvider>
  );
}

type ViewProps = {
  resource: Resource;
  schema: RowSchema;
  sections: readonly Section[];
};

function RowView({
  resource,
  schema,
  sections,
  id,
  found,
}: ViewProps & { id: string; found: RowInFull }) {
  const { detail } = found;
  const labels = useLabels(resource, schema);
  const t = useT();
  const write = useFieldText();
  const record = useMemo(() => ({ id, row: detail }), [id, detail]);
  const title = resource.single
    ? labels.title
    : rowTitle({ id, row: detail }, { resource, schema, write, t });
  const photos = Object.entries(schema.properties).find(
    ([, field]) => field["x-shown"] === "photos",
  )?.[0];
  const hasAside = slotsOf(resource, "aside").length > 0;
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <Breadcrumb
            links={
              resource.single
                ? []
                : [{ to: resource.route, text: labels.title }]
            }
            current={title}
          />
        }
      />
      <article className={styles.page}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <RelatedLinks resource={resource} row={detail} isOnPage />
          <RowButtons resource={resource} id={id} found={found} title={title} />
          {resource.actions?.some(
            ({ on }) => on.includes("row") || on.includes("page"),
          ) && (
            <Suspense fallback={null}>
              <RowActions resource={resource} schema={schema} record={record} />
            </Suspense>
          )}
        </header>
        <div className={hasAside ? styles.withAside : styles.sections}>
          <div className={styles.sections}>
            <RowLead {...{ resource, schema, row: detail }} />
            {photos !== undefined && (
              <div className={styles.photo}>
                <RowPhoto photos={detail[photos]} />
              </div>
            )}
            <Slot name="aboveFacts" with={{ resource, id, row: detail }} />
            {resource.timelines && (
              <Timelines {...{ resource, schema, id, row: detail }} />
            )}
            <RelatedTables resource={resource} row={detail} />
            <RowFacts
              {...{ schema, row: detail, sections }}
              without={fieldsAbove(resource, detail)}
            />
            {resource.calls.history && (
              <Box title={t("row.history.title")}>
                <div className={styles.facts}>
                  <RowHistory resource={resource} schema={schema} id={id} />
                </div>
              </Box>
            )}
          </div>
          <Slot name="aside" with={{ resource, detail, title }} />
        </div>
      </article>
    </>
  );
}

/** The page without its row: a skeleton in its shape, or `children`. */
function Waiting({
  resource,
  schema,
  sections,
  isLoading,
  children,
}: ViewProps & { isLoading: boolean; children: React.ReactNode }) {
  const t = useT();
  const labels = useLabels(resource, schema);
  const sectionTitle = useSectionTitle(schema.$id);
  return (
    <>
      <PageHeader title={labels.title} lead={<span />} />
      <div className={styles.page} aria-busy={isLoading}>
        {children}
        {isLoading && (
          <>
            <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
            <div className={styles.head}>
              <Skeleton width="min(360px, 70%)" height={32} />
            </div>
            <div className={styles.sections}>
              {sections.map(({ id, fields }) => (
                <Box key={id ?? ""} title={sectionTitle(id)}>
                  <div className={styles.facts}>
                    <Skeleton height={Math.ceil(fields.length / 3) * 55 - 12} />
                  </div>
                </Box>
              ))}
            </div>
          </>
        )}
      </div>
    </>
  );
}
