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
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { detailPath } from "../detailPath";
import { useLabels } from "../useLabels";
import styles from "./editing.module.css";

/**
 * Opens the page of the only record of a `single` resource, or its form if the record does
 * not exist yet and the viewer may create it.
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
  if (query.data && create) return <Navigate to={create} replace />;
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page} aria-busy={query.isPending}>
        {query.data ? (
          <Empty icon="list" text={t("list.grid.noRows")} />
        ) : query.error ? (
          <QueryFailure {...query} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </>
  );
}
