import { useGetList } from "ra-core";
import { Navigate } from "react-router";
import { rowPathsOf } from "../../../domain/listing/addresses";
import { readUrl } from "../../../domain/listing/url";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { listParams, type RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Empty } from "../../ui/Empty";
import { LinkButton } from "../../ui/LinkButton";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { detailPath } from "../detailPath";
import { useLabels } from "../useLabels";
import styles from "./editing.module.css";

/**
 * Opens the page of the only record of a `single` resource, or says that it does not exist
 * yet, with a link to its form for viewers who may create it.
 */
export default function SinglePage({ resource }: { resource: Resource }) {
  const t = useT();
  const { resources, row } = useWorkspace();
  const schema = row(resource.row);
  const { title } = useLabels(resource, schema);
  const { state } = readUrl(resource, schema, "");
  const query = useGetList<RowRecord>(resource.name, listParams(state, false));
  const [record] = query.data ?? [];
  const page = record && detailPath({ resource, resources, row: record.row });
  const { create } = rowPathsOf(resource);
  if (page) return <Navigate to={page} replace />;
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page} aria-busy={query.isPending}>
        {query.data ? (
          <Empty
            icon="list"
            title={t("form.none.title")}
            action={
              create && (
                <LinkButton to={create}>{t("form.none.fill")}</LinkButton>
              )
            }
          />
        ) : query.error ? (
          <QueryFailure {...query} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </>
  );
}
