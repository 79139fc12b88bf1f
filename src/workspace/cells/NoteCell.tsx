import { Suspense, useCallback, useState } from "react";
import { ClampedText } from "../../ui/ClampedText";
import { LazyPopup } from "../LazyPopup";
import { noValue, useFieldText } from "../fieldText";
import type { CellProps } from "../registry/cells";
import { useFieldLabel } from "../useLabels";
import { useRowTabIndex } from "./TextCell";
import styles from "./cells.module.css";

/**
 * The first lines of a note. The whole note opens beside its row, so that rows keep
 * their height.
 */
export function NoteCell({ row, schema, fields, tabIndex }: CellProps) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const ofRow = useRowTabIndex();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useCallback(() => {
    setAnchor(null);
  }, []);
  const [name = ""] = fields;
  const text = write(name, row[name]);
  if (text === noValue) return text;
  return (
    <div className={styles.note}>
      <ClampedText
        text={text}
        tabIndex={tabIndex ?? ofRow}
        onMore={setAnchor}
      />
      {anchor && (
        <Suspense fallback={null}>
          <LazyPopup
            label={label(name)}
            anchor={() => anchor}
            isPhone={false}
            className={styles.wholeNote}
            onClose={close}
          >
            {text}
          </LazyPopup>
        </Suspense>
      )}
    </div>
  );
}
