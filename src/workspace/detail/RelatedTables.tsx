import { useGetList, useTranslate } from "ra-core";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { listAddress, rowPathsOf } from "../../../domain/listing/addresses";
import { readUrl } from "../../../domain/listing/url";
import {
  filterId,
  type Related,
  type Resource,
} from "../../../domain/resource";
import { listParams, type ListMeta } from "../../providers/dataProvider";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { staleLists } from "../../providers/events";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Box } from "../../ui/Box";
import { LinkButton } from "../../ui/LinkButton";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { FieldTextProvider } from "../fieldText";
import { backTo, newRowAddress } from "../formAddress";
import { ChildRows } from "./ChildRows";
import styles from "./RelatedTables.module.css";

/** The related lists of a row that its page shows as tables. */
export function RelatedTables({
  resource,
  row,
}: {
  resource: Resource;
  row: Row;
}) {
  const { resources } = useWorkspace();
  const translate = useTranslate();
  return (resource.related ?? []).map((related) => {
    const { list, by, table, id = list } = related;
    const other = resources.find(({ name }) => name === list);
    const value = row[by];
    if (!table || !other) return null;
    if (typeof value !== "string" && typeof value !== "number") return null;
    const title = translate(`resources.${resource.name}.related.${id}`, {
      _: translate(`resources.${list}.title`),
    });
    return (
      <RelatedTable
        key={id}
        resource={other}
        {...{ title, related }}
        value={String(value)}
      />
    );
  });
}

/** The rows of a list for one value of a filter. Nothing if the list cannot be filtered by it. */
function RelatedTable({
  resource,
  title,
  related: { filter, with: others },
  value,
}: {
  resource: Resource;
  title: string;
  related: Related;
  value: string;
}) {
  const t = useT();
  const { pathname } = useLocation();
  const schema = useWorkspace().row(resource.row);
  const to = listAddress(resource, { [filter]: value, ...others });
  const { state, dropped } = readUrl(
    resource,
    schema,
    to?.slice(to.indexOf("?")) ?? "",
  );
  const isFiltered = to !== null && dropped.length === 0;
  const query = useGetList<RowRecord>(resource.name, listParams(state, false), {
    enabled: isFiltered,
  });
  const { refetch } = query;
  useEffect(
    () =>
      staleLists.subscribe((name) => {
        if (isFiltered && name === resource.name) void refetch();
      }),
    [isFiltered, resource.name, refetch],
  );
  if (!isFiltered) return null;
  const { data, total = 0, error } = query;
  const { field = "" } =
    resource.filters.find((each) => filterId(each) === filter) ?? {};
  const { create } = rowPathsOf(resource);
  const isAsked = schema.properties[field]?.readOnly !== true;
  return (
    <Box
      title={title}
      tools={
        create !== undefined &&
        resource.store &&
        isAsked && (
          <LinkButton
            to={newRowAddress(create, field, value)}
            kind="ghost"
            state={backTo(pathname)}
          >
            {t("row.related.add")}
          </LinkButton>
        )
      }
    >
      <div className={styles.content}>
        {error && <QueryFailure {...query} />}
        {!data && !error && <Skeleton height={88} />}
        {data?.length === 0 && (
          <p className={styles.empty}>{t("row.related.empty")}</p>
        )}
        {data && data.length > 0 && (
          <FieldTextProvider row={schema}>
            <ChildRows
              {...{ resource, schema, title, without: field, records: data }}
              totals={(query.meta as ListMeta | undefined)?.reply}
            />
          </FieldTextProvider>
        )}
        {data && total > data.length && (
          <LinkButton to={to} kind="ghost">
            {t("row.related.all", { count: total })}
          </LinkButton>
        )}
      </div>
    </Box>
  );
}
