import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { rowPath } from "../../../domain/listing/defaultCalls";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { RecordHistoryReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { formatMoment } from "../formatMoment";
import styles from "./RowHistory.module.css";
import type { Row } from "../../providers/dataProvider";
import { useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";

type Change = RecordHistoryReply["history"][number];

const pageSize = 20;

/** The changes of a row, newest first: who, when, the values before and after. */
export function RowHistory({
  resource,
  schema,
  id,
}: {
  resource: Resource;
  schema: RowSchema;
  id: string;
}) {
  const t = useT();
  const { history } = resource.calls;
  const query = useInfiniteQuery({
    queryKey: ["row", resource.name, id, "history"],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      request<RecordHistoryReply>(rowPath(history?.path ?? "", id), {
        query: { page: String(pageParam), pageSize: String(pageSize) },
        signal,
      }),
    getNextPageParam: ({ pageInfo: { page, totalSearchResults } }) =>
      page * pageSize < totalSearchResults ? page + 1 : undefined,
  });
  const changes = query.data?.pages.flatMap((page) => page.history);
  return (
    <>
      {query.error && (
        <ErrorNotice
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!changes && !query.error && <Skeleton height={44} />}
      <ol className={styles.history}>
        {changes?.map((change) => (
          <li key={change.id} className={styles.change}>
            <ChangeFacts change={change} schema={schema} />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          isPending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("row.history.more")}
        </Button>
      )}
    </>
  );
}

function ChangeFacts({
  change,
  schema,
}: {
  change: Change;
  schema: RowSchema;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const { action, user, at } = change;
  return (
    <>
      <p className={styles.who}>
        <b>{t(`row.history.${action}`)}</b> {user},{" "}
        <time dateTime={at}>
          {t("chat.inJapan", { time: formatMoment(at, locale) })}
        </time>
      </p>
      {change.import && (
        <p className={styles.who}>
          {t(change.import.isUndo ? "import.historyUndo" : "import.history", {
            file: change.import.fileName || t("import.pasted"),
          })}
        </p>
      )}
      {action === "update" && (
        <ChangedValues
          schema={schema}
          before={change.before ?? {}}
          after={change.after ?? {}}
        />
      )}
    </>
  );
}

/** The fields of a row that differ, each with its value before and after. */
export function ChangedValues({
  schema,
  before,
  after,
}: {
  schema: RowSchema;
  before: Row;
  after: Row;
}) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const changed = Object.keys(schema.properties).filter(
    (name) =>
      JSON.stringify(before[name] ?? null) !==
      JSON.stringify(after[name] ?? null),
  );
  return (
    <dl className={styles.values}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{label(name)}</dt>
          <dd>
            <del>{write(name, before[name], before)}</del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>{write(name, after[name], after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
