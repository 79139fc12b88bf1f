import SchemaForm from "../forms/SchemaForm";
import styles from "./editing.module.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { rowPath } from "../../../domain/listing/defaultCalls";
import { rowPathsOf } from "../../../domain/listing/addresses";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { useT } from "../../providers/i18n/useT";
import {
  isUnknownRow,
  readRow,
  versionTag,
  type RowInFull,
} from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { useSendWrite } from "../../providers/write";
import { Notice } from "../../ui/Notice";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { RowNotFound } from "../detail/RowNotFound";
import { FieldTextProvider, useFieldText } from "../fieldText";
import { backOf } from "../formAddress";
import { rowTitle } from "../listing/rowTitle";
import { useUnmetReason } from "../useUnmetReason";
import { FormPage, useAfterWrite } from "./FormPage";
import type { SavedRow } from "./savedEffects";

/** The page that changes a row, by the declared `update` call. */
export default function EditPage({ resource }: { resource: Resource }) {
  const { id = "" } = useParams();
  const t = useT();
  const schema = useWorkspace().row(resource.row);
  const query = useQuery({
    // Read again for each edit, so that the form begins with the latest values.
    queryKey: ["edit", resource.name, id],
    gcTime: 0,
    queryFn: ({ signal }) => readRow(resource, { id, signal }),
    refetchOnMount: "always",
    refetchOnReconnect: false,
  });
  const { data, error } = query;
  if (data)
    return (
      <FieldTextProvider row={schema}>
        <EditForm key={id} resource={resource} id={id} found={data} />
      </FieldTextProvider>
    );
  if (isUnknownRow(error)) return <RowNotFound resource={resource} />;
  return (
    <>
      <PageHeader title={t("form.edit")} />
      <div className={styles.page} aria-busy={!error}>
        {error ? <QueryFailure {...query} /> : <Skeleton height={320} />}
      </div>
    </>
  );
}

/**
 * The form begins with the row as it was first read. A version that arrives
 * later changes no value; the form offers to compare it.
 */
function EditForm({
  resource,
  id,
  found: latest,
}: {
  resource: Resource;
  id: string;
  found: RowInFull;
}) {
  const t = useT();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const sendWrite = useSendWrite();
  const [found] = useState(latest);
  const schema = useWorkspace().row(resource.row);
  const write = useFieldText();
  const title = rowTitle(
    { id, row: found.detail },
    { resource, schema, write, t },
  );
  const afterWrite = useAfterWrite(resource);
  const { update } = resource.calls;
  const { detail = resource.route } = rowPathsOf(resource);
  const page = detail.replace(":id", encodeURIComponent(id));
  const reason = useUnmetReason(schema)(update?.conditions, latest.detail);
  // The form stays with its typed values when the row no longer allows the change.
  const [isOpen, setOpen] = useState(reason === null);
  if (!isOpen && reason === null) setOpen(true);
  if (!update) return null;
  return (
    <FormPage
      resource={resource}
      title={t("form.edit")}
      row={{ to: page, text: title }}
    >
      {reason !== null && <Notice tone="info">{reason}</Notice>}
      {isOpen && (
        <SchemaForm
          body={update.body}
          resource={resource}
          row={found.detail}
          subject={found.detail}
          latest={latest.etag === found.etag ? undefined : latest.detail}
          submitLabel={t("form.save")}
          onCancel={() => void navigate(backOf(state) ?? page)}
          onSubmit={async (values, current) => {
            const etag = current ? versionTag(current) : found.etag;
            const saved = await sendWrite<SavedRow>({
              method: update.method,
              path: rowPath(update.path, id),
              body: values,
              etag,
            });
            afterWrite(found.detail, saved);
          }}
        />
      )}
    </FormPage>
  );
}
