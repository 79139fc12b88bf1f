import { useLocaleState } from "ra-core";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { RecordHistoryReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { formatMoment } from "../formatMoment";
import styles from "./RowHistory.module.css";
import type { Row } from "../../providers/dataProvider";
import { useFieldText } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import { useRowHistory } from "./useRowHistory";

type Change = RecordHistoryReply["history"][number];

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
  const query = useRowHistory(resource, id);
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
        <b>{t(`row.history.${action}`)}</b> {user || t("row.history.program")},{" "}
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
