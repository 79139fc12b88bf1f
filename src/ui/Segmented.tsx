import type { ReactNode } from "react";
import styles from "./Segments.module.css";

export type Segment<Value> = {
  value: Value;
  content: ReactNode;
  /** The accessible name, if the content is not text. */
  label?: string;
};

/** A group of buttons of which exactly one is pressed. */
export function Segmented<Value extends string | number>({
  label,
  segments,
  value,
  onChange,
}: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={styles.segment}
          aria-pressed={segment.value === value}
          aria-label={segment.label}
          title={segment.label}
          onClick={() => {
            onChange(segment.value);
          }}
        >
          {segment.content}
        </button>
      ))}
    </div>
  );
}
