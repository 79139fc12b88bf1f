import {
  Activity,
  Suspense,
  useId,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { classes } from "./classes";
import { Spinner } from "./Spinner";
import styles from "./Tabs.module.css";

export type Tab = { id: string; label: string; content: ReactNode };

/**
 * Tabs with one panel each. Panels keep their state while they are hidden.
 * Arrow keys go to the next tab, Home and End to the first and last.
 */
export function Tabs({
  label,
  tabs,
  open,
  onOpen,
}: {
  label: string;
  tabs: readonly Tab[];
  open: string;
  onOpen: (id: string) => void;
}) {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ id }) => id === open) ?? tabs[0];
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (current && !opened.includes(current.id))
    setOpened([...opened, current.id]);
  const go = (index: number) => {
    const next = tabs.at(index % tabs.length);
    if (!next) return;
    onOpen(next.id);
    list.current
      ?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)
      ?.focus();
  };
  const keys: Record<string, (index: number) => number> = {
    ArrowRight: (index) => index + 1,
    ArrowLeft: (index) => index - 1,
    Home: () => 0,
    End: () => -1,
  };
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.bar}>
        {tabs.map(({ id, label: text }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-${id}`}
            data-tab={id}
            aria-selected={id === current?.id}
            aria-controls={`${prefix}-${id}-panel`}
            tabIndex={id === current?.id ? 0 : -1}
            className={classes(styles.tab, id === current?.id && styles.here)}
            onClick={() => onOpen(id)}
            onKeyDown={({ key }) => {
              const move = keys[key];
              if (move) go(move(index));
            }}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}-${id}-panel`}
          aria-labelledby={`${prefix}-${id}`}
          hidden={id !== current?.id}
          className={styles.content}
        >
          {opened.includes(id) && (
            <Activity mode={id === current?.id ? "visible" : "hidden"}>
              <Suspense fallback={<Spinner />}>{content}</Suspense>
            </Activity>
          )}
        </div>
      ))}
    </div>
  );
}
