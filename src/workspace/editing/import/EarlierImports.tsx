import { useQueryClient } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { Box } from "../../../ui/Box";
import { QueryFailure } from "../../../ui/QueryFailure";
import { Skeleton } from "../../../ui/Skeleton";
import { formatMoment } from "../../formatMoment";
import { UndoButton } from "./UndoButton";
import { useBatchText } from "./batchText";
import { useEarlierImports, type EarlierImport } from "./importCalls";
import styles from "./import.module.css";

/** The latest imports into a list: who, when, what, and their undo. */
export function EarlierImports({ resource }: { resource: Resource }) {
  const t = useT();
  const query = useEarlierImports(resource);
  const { data } = query;
  return (
    <Box title={t("import.earlier")}>
      <QueryFailure {...query} />
      {!data && !query.error && <Skeleton height={44} />}
      {data?.length === 0 && (
        <p className={styles.none}>{t("import.noEarlier")}</p>
      )}
      {data && data.length > 0 && (
        <ol className={styles.rows}>
          {data.map((batch) => (
            <li key={batch.id}>
              <Earlier resource={resource} batch={batch} />
            </li>
          ))}
        </ol>
      )}
    </Box>
  );
}

function Earlier({
  resource,
  batch,
}: {
  resource: Resource;
  batch: EarlierImport;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const countsOf = useBatchText();
  const queryClient = useQueryClient();
  const { fileName, user, at, undoneAt, undoneBy } = batch;
  const moment = (time: string) =>
    t("chat.inJapan", { time: formatMoment(time, locale) });
  return (
    <div className={styles.earlier}>
      <div>
        <p>
          <b translate="no">{fileName || t("import.pasted")}</b>:{" "}
          {countsOf(batch, "import")}
        </p>
        <p className={styles.who}>
          {t("import.by", { user, time: moment(at) })}
        </p>
        {undoneAt !== null && (
          <p className={styles.who}>
            {t("import.undoneBy", {
              ...{ user: undoneBy ?? "", time: moment(undoneAt) },
            })}
          </p>
        )}
      </div>
      {undoneAt === null && (
        <UndoButton
          resource={resource}
          id={batch.id}
          onUndone={() => {
            for (const queryKey of [
              [resource.name],
              ["row", resource.name],
              ["imports", resource.name],
            ])
              void queryClient.invalidateQueries({ queryKey });
          }}
        />
      )}
    </div>
  );
}
