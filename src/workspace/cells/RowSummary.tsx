import styles from "./Reference.module.css";
import { namedIds } from "../../../domain/recordReference";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rowPathsOf } from "../../../domain/listing/addresses";
import { versionField, type Resource } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { isUnknownRow, readRow } from "../../providers/rowApi";
import { useWorkspace } from "../../providers/workspace";
import { ClampedText } from "../../ui/ClampedText";
import { FactList } from "../../ui/FactList";
import { LinkButton } from "../../ui/LinkButton";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { noValue, useFieldText, FieldTextProvider } from "../fieldText";
import { isNote, sectionsOf } from "../sections";
import { useFieldLabel } from "../useLabels";
import { RelatedLinks } from "./RelatedLinks";

/** The facts of a row of another list, with links to its page and related lists. */
export default function RowSummary(props: { resource: Resource; id: string }) {
  const schema = useWorkspace().row(props.resource.row);
  return (
    <FieldTextProvider row={schema}>
      <Summary {...props} />
    </FieldTextProvider>
  );
}

/** Pixels; about seven facts. */
const skeletonHeight = 280;

function Summary({ resource, id }: { resource: Resource; id: string }) {
  const schema = useWorkspace().row(resource.row);
  const t = useT();
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const names = useMemo(
    () =>
      sectionsOf(schema, [versionField, ...namedIds(schema)]).flatMap(
        ({ fields }) => fields,
      ),
    [schema],
  );
  const query = useQuery({
    queryKey: ["row", resource.name, id],
    queryFn: ({ signal }) => readRow(resource, { id, signal }),
  });
  const { data, error } = query;
  if (isUnknownRow(error, data)) return <p>{t("row.notFound.title")}</p>;
  if (error && !data) return <QueryFailure {...query} />;
  if (!data) return <Skeleton height={skeletonHeight} />;
  const { detail } = data;
  const page = rowPathsOf(resource).detail;
  const facts = names.flatMap((name) => {
    const text = write(name, detail[name]);
    if (text === noValue) return [];
    const value = isNote(schema.properties[name]) ? (
      <ClampedText text={text} />
    ) : (
      text
    );
    return [{ label: label(name), value }];
  });
  return (
    <div className={styles.summary}>
      <QueryFailure {...query} />
      <FactList layout="rows" facts={facts} />
      <RelatedLinks resource={resource} row={detail} />
      {page !== undefined && (
        <LinkButton to={page.replace(":id", encodeURIComponent(id))}>
          {t("row.open")}
        </LinkButton>
      )}
    </div>
  );
}
