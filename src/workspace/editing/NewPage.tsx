import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useCallback } from "react";
import { possibleValues } from "../../../domain/condition/possibleValues";
import { isFileField } from "../../../domain/fileField";
import type { Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { isUnknownRow, readRow } from "../../providers/rowApi";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import { useSendWrite } from "../../providers/write";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { RowNotFound } from "../detail/RowNotFound";
import type { ChoicesOf } from "../forms/formValues";
import SchemaForm from "../forms/SchemaForm";
import { copyParameter } from "../copyPath";
import { backOf, valuesIn } from "../formAddress";
import { useLabels } from "../useLabels";
import { FormPage, useAfterWrite } from "./FormPage";
import type { SavedRow } from "./savedEffects";

/** The page that adds a row, by the declared `create` call, also from the values of another. */
export default function NewPage({ resource }: { resource: Resource }) {
  const [query] = useSearchParams();
  const copied = query.get(copyParameter);
  const given = valuesIn(query, useWorkspace().row(resource.row));
  return copied !== null && resource.calls.detail ? (
    <CopiedRow key={copied} resource={resource} id={copied} />
  ) : (
    <NewRow
      resource={resource}
      {...(given && { row: given, about: JSON.stringify(given) })}
    />
  );
}

/** The form begins with the row as it was first read. */
function CopiedRow({ resource, id }: { resource: Resource; id: string }) {
  const t = useT();
  const query = useQuery({
    queryKey: ["copy", resource.name, id],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => readRow(resource, { id, signal }),
  });
  const { properties } = useWorkspace().row(resource.row);
  const { data, error } = query;
  if (data) {
    // A file belongs to one record.
    const copied = Object.entries(data.detail).filter(
      ([name]) => !isFileField(properties[name]),
    );
    return (
      <NewRow
        resource={resource}
        row={Object.fromEntries(copied)}
        about={`copy ${id}`}
      />
    );
  }
  if (isUnknownRow(error)) return <RowNotFound resource={resource} />;
  return (
    <FormPage resource={resource} title={t("form.new")}>
      {error ? <QueryFailure {...query} /> : <Skeleton height={320} />}
    </FormPage>
  );
}

function NewRow({
  resource,
  row,
  about = "",
}: {
  resource: Resource;
  row?: Row;
  about?: string;
}) {
  const t = useT();
  const labels = useLabels(resource, useWorkspace().row(resource.row));
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const sendWrite = useSendWrite();
  const afterWrite = useAfterWrite(resource);
  const { create } = resource.calls;
  const { viewer } = useSignedIn();
  const conditions = create?.conditions;
  const choicesOf = useCallback<ChoicesOf>(
    (name, field) => {
      const subject = { name, field, values: field.enum };
      const now = serverNow();
      return possibleValues(conditions, subject, { viewer, now });
    },
    [conditions, viewer],
  );
  if (!create) return null;
  return (
    <FormPage
      resource={resource}
      title={resource.single ? labels.title : t("form.new")}
    >
      <SchemaForm
        body={create.body}
        resource={resource}
        isNew
        choicesOf={choicesOf}
        {...(row && { row, subject: row })}
        about={about}
        submitLabel={t("form.save")}
        onCancel={() => void navigate(backOf(state) ?? resource.route)}
        onSubmit={async (values) => {
          const { method, path } = create;
          const reply = await sendWrite<SavedRow>({
            method,
            path,
            body: values,
          });
          afterWrite(reply?.detail, reply);
        }}
      />
    </FormPage>
  );
}
