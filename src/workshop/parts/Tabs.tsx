import { Suspense, useId, useRef, type ReactNode } from "react";
import { Spinner } from "../../ui/Spinner";
import { classes } from "../../ui/classes";
import styles from "./parts.module.css";

export type Tab = { id: string; label: string; content: () => ReactNode };

/** Tabs: arrows go from one to the next, Home and End to the ends. */
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
            aria-controls={`${prefix}-panel`}
            tabIndex={id === current?.id ? 0 : -1}
            className={classes(styles.tab, id === current?.id && styles.here)}
            onClick={() => {
              onOpen(id);
            }}
            onKeyDown={({ key }) => {
              const move = keys[key];
              if (move) go(move(index));
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${prefix}-panel`}
        aria-labelledby={`${prefix}-${current?.id ?? ""}`}
        className={styles.content}
      >
        <Suspense fallback={<Spinner />}>{current?.content()}</Suspense>
      </div>
    </div>
  );
}
