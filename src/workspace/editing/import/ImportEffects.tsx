import { Link } from "react-router";
import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { Box } from "../../../ui/Box";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Skeleton } from "../../../ui/Skeleton";
import { useEffects, type Effect, type Preview } from "./importCalls";
import type { ImportTable } from "../../forms/useTable";
import styles from "./import.module.css";

/** The effects of the previewed import on rows of other lists. */
export function ImportEffects({
  resource,
  table,
  preview,
}: {
  resource: Resource;
  table: ImportTable;
  preview: Preview;
}) {
  const t = useT();
  const { data, error, isFetching, refetch } = useEffects(resource, {
    ...{ table, preview },
  });
  if (error)
    return (
      <ErrorNotice
        error={error}
        lead={t("import.effects.failed")}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={88} />;
  return data.map((effect) => (
    <Box key={effect.title} title={effect.title}>
      <div className={styles.effect}>
        {effect.groups.map((group) => (
          <EffectGroup key={group.text} group={group} />
        ))}
        {effect.notes.map((note) => (
          <p key={note} className={styles.who}>
            {note}
          </p>
        ))}
      </div>
    </Box>
  ));
}

function EffectGroup({
  group: { text, facts, rows, more },
}: {
  group: Effect["groups"][number];
}) {
  const t = useT();
  return (
    <div>
      <p>
        <b>{text}</b>{" "}
        {facts.length > 0 && (
          <span className={styles.who}>{facts.join(" · ")}</span>
        )}
      </p>
      {rows.length > 0 && (
        <ul className={styles.effectRows}>
          {rows.map(({ title, path, details, before, after }, index) => (
            <li key={path ?? index}>
              <div>
                {path === null ? title : <Link to={path}>{title}</Link>}
                <p className={styles.who}>{details.join(" · ")}</p>
              </div>
              <p className={styles.change}>
                <del>{before}</del> <span aria-hidden="true">→</span>{" "}
                <ins>{after}</ins>
              </p>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={styles.who}>{t("import.more", { smart_count: more })}</p>
      )}
    </div>
  );
}
