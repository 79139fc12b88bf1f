import { useState } from "react";
import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { useWorkspace } from "../../../providers/workspace";
import { Button } from "../../../ui/Button";
import { LinkButton } from "../../../ui/LinkButton";
import { Notice } from "../../../ui/Notice";
import { useFieldLabel } from "../../useLabels";
import { FormPage } from "../FormPage";
import { EarlierImports } from "./EarlierImports";
import { ImportPreview } from "./ImportPreview";
import { TableInput } from "./TableInput";
import { UndoButton } from "./UndoButton";
import { useAuthorText, useBatchText } from "./batchText";
import { useEarlierImports, useReload, type Batch } from "./importCalls";
import { useFocusAfter } from "./useFocusAfter";
import { useTable } from "../../forms/useTable";
import styles from "./import.module.css";

/** The page that imports a table into a list, with its earlier imports. */
export default function ImportPage({ resource }: { resource: Resource }) {
  const t = useT();
  return (
    <FormPage resource={resource} title={t("import.title")}>
      <div className={styles.parts}>
        <NewImport resource={resource} />
        <EarlierImports resource={resource} />
      </div>
    </FormPage>
  );
}

function NewImport({ resource }: { resource: Resource }) {
  const t = useT();
  const schema = useWorkspace().row(resource.row);
  const label = useFieldLabel(schema);
  const reload = useReload(resource);
  const { table, setTable, drop, isRestored } = useTable(
    `import ${resource.name}`,
  );
  // Zero stands for no preview; each other number for one table.
  const [number, setNumber] = useState(0);
  const [isApplying, setApplying] = useState(false);
  const [batch, setBatch] = useState<Batch | null>(null);
  const [last, setLast] = useState<Batch | null>(null);
  const fields = (resource.import?.key ?? [])
    .map((name) => label(name))
    .join(", ");
  if (batch)
    return (
      <Applied
        resource={resource}
        batch={batch}
        onAgain={() => {
          setBatch(null);
          setLast(batch);
        }}
      />
    );
  return (
    <>
      <div className={styles.lead}>
        <p>{t("import.lead")}</p>
        <p>{t("import.key", { fields })}</p>
      </div>
      {isRestored && table.text !== "" && number === 0 && (
        <Notice tone="info" role="status">
          {t("import.restored")}
        </Notice>
      )}
      <TableInput
        table={table}
        isApplying={isApplying}
        after={last}
        onChange={(next) => {
          setTable(next);
          setNumber(0);
        }}
        onCheck={() => {
          setNumber(performance.now());
        }}
      />
      {number > 0 && table.text !== "" && (
        <ImportPreview
          key={number}
          resource={resource}
          table={table}
          number={number}
          isApplying={isApplying}
          onApplying={setApplying}
          onColumns={(columns) => {
            setTable({ ...table, columns });
          }}
          onApplied={(applied) => {
            drop();
            setNumber(0);
            setBatch(applied);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The result of an import, with the button that undoes it. */
function Applied({
  resource,
  batch,
  onAgain,
}: {
  resource: Resource;
  batch: Batch;
  onAgain: () => void;
}) {
  const t = useT();
  const countsOf = useBatchText();
  const authorOf = useAuthorText();
  const [undone, setUndone] = useState<Batch | null>(null);
  const box = useFocusAfter<HTMLDivElement>(undone ?? batch);
  const { data } = useEarlierImports(resource);
  // The button of the list below may have undone it, or another manager.
  const undoneElsewhere = data?.find(
    ({ id, undoneAt }) => id === batch.id && undoneAt !== null,
  );
  const text = () => {
    if (undone) return t("import.undone", { counts: countsOf(undone, "undo") });
    return undoneElsewhere
      ? authorOf(undoneElsewhere, "undo")
      : t("import.applied", { counts: countsOf(batch, "import") });
  };
  return (
    <div ref={box} tabIndex={-1} className={styles.applied}>
      <Notice tone="success" role="status">
        <p>{text()}</p>
      </Notice>
      <div className={styles.buttons}>
        <LinkButton to={resource.route}>{t("import.toList")}</LinkButton>
        <Button onClick={onAgain}>{t("import.again")}</Button>
        {!undone && !undoneElsewhere && (
          <UndoButton resource={resource} id={batch.id} onUndone={setUndone} />
        )}
      </div>
    </div>
  );
}
