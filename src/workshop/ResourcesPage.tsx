import { useGetList, useLocaleState } from "ra-core";
import { Link } from "react-router";
import { PageHeader } from "../layout/PageHeader";
import { bySeverity } from "../providers/bySeverity";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Box } from "../ui/Box";
import { Empty } from "../ui/Empty";
import { Spinner } from "../ui/Spinner";
import { formatMoment } from "../workspace/formatMoment";
import type { ResourceEntry } from "./document/draft";
import { NewList } from "./lists/NewList";
import { RemovedLists } from "./lists/RemovedLists";
import { ProblemGroups } from "./parts/Changes";
import { useFollowPublished } from "./calls";
import { QueryFailure } from "../ui/QueryFailure";
import styles from "./workshop.module.css";

const maxLists = 200;

/** The page of all lists and dashboards that can be edited, with the current problems. */
export default function ResourcesPage() {
  const t = useT();
  const { problems } = useWorkspace();
  const { errors, warnings } = bySeverity(problems);
  useFollowPublished();
  const query = useGetList<ResourceEntry>("workspace/resources", {
    pagination: { page: 1, perPage: maxLists },
    sort: { field: "id", order: "ASC" },
    filter: {},
  });
  const { data, error } = query;
  return (
    <div className={styles.page}>
      <PageHeader title={t("workshop.title")} />
      <QueryFailure {...query} />
      {!data && !error && <Spinner />}
      {data && <NewList entries={data} />}
      {data && data.length > 0 && <Lists entries={ofKind(data, "list")} />}
      {data && <Dashboards entries={ofKind(data, "dashboard")} />}
      {data?.length === 0 && <Empty text={t("workshop.list.empty")} />}
      {data && <RemovedLists />}
      <Box title={t("workshop.problems.title")}>
        <div className={styles.box} role="status">
          {problems.length === 0 && <p>{t("workshop.problems.none")}</p>}
          {errors.length > 0 && <p>{t("workshop.problems.errorsText")}</p>}
          <ProblemGroups errors={errors} warnings={warnings} />
        </div>
      </Box>
    </div>
  );
}

type EntriesProps = { entries: readonly ResourceEntry[] };

const ofKind = (
  entries: readonly ResourceEntry[],
  kind: ResourceEntry["kind"],
) => entries.filter((entry) => entry.kind === kind);

function Lists({ entries }: EntriesProps) {
  const t = useT();
  return (
    <EntryTable
      label={t("workshop.title")}
      entries={entries}
      columns={[
        { id: "row", write: ({ row }) => row },
        { id: "columns", write: ({ columns }) => columns },
        { id: "filters", write: ({ filters }) => filters },
      ]}
    />
  );
}

function Dashboards({ entries }: EntriesProps) {
  const t = useT();
  if (entries.length === 0) return null;
  return (
    <Box title={t("workshop.dashboards")}>
      <EntryTable
        label={t("workshop.dashboards")}
        entries={entries}
        columns={[{ id: "tiles", write: ({ tiles }) => tiles }]}
      />
    </Box>
  );
}

type EntryColumn = {
  id: "row" | "columns" | "filters" | "tiles";
  write: (entry: ResourceEntry) => string | number;
};

function EntryTable({
  label,
  entries,
  columns,
}: EntriesProps & { label: string; columns: readonly EntryColumn[] }) {
  const t = useT();
  const [locale] = useLocaleState();
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("workshop.list.name")}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col">
                {t(`workshop.list.${id}`)}
              </th>
            ))}
            <th scope="col">{t("workshop.list.hidden")}</th>
            <th scope="col">{t("workshop.list.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Link to={`/workspace/${entry.id}`}>
                  {entry.title[locale === "ru" ? "ru" : "en"]}
                </Link>
                <span className={styles.route}>
                  {entry.route}
                  {entry.isCreated && ` · ${t("workshop.newField.created")}`}
                </span>
              </th>
              {columns.map(({ id, write }) => {
                const value = write(entry);
                return (
                  <td
                    key={id}
                    className={
                      typeof value === "number" ? styles.number : undefined
                    }
                  >
                    {value}
                  </td>
                );
              })}
              <td className={styles.number}>{entry.hidden}</td>
              <td>
                {entry.changedAt === null
                  ? t("workshop.list.byFile")
                  : `${formatMoment(entry.changedAt, locale)} · ${entry.changedBy ?? ""}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
