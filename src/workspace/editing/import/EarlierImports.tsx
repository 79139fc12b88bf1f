import { useState } from "react";
import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { Box } from "../../../ui/Box";
import { QueryFailure } from "../../../ui/QueryFailure";
import { Skeleton } from "../../../ui/Skeleton";
import { UndoButton } from "./UndoButton";
import { useAuthorText, useBatchText } from "./batchText";
import {
  useEarlierImports,
  type Batch,
  type EarlierImport,
} from "./importCalls";
import { useFocusAfter } from "./useFocusAfter";
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
  const countsOf = useBatchText();
  const authorOf = useAuthorText();
  const [undone, setUndone] = useState<Batch | null>(null);
  const box = useFocusAfter<HTMLDivElement>(undone);
  const { id, fileName, undoneAt } = batch;
  return (
    <div ref={box} tabIndex={-1} className={styles.earlier}>
      <div>
        <p>
          <b translate="no">{fileName || t("import.pasted")}</b>:{" "}
          {countsOf(batch, "import")}
        </p>
        <p className={styles.who}>{authorOf(batch, "import")}</p>
        {undoneAt !== null && (
          <p className={styles.who}>{authorOf(batch, "undo")}</p>
        )}
      </div>
      {undoneAt === null && !undone && (
        <UndoButton resource={resource} id={id} onUndone={setUndone} />
      )}
    </div>
  );
}
