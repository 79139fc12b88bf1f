import { useCallback, useState, useSyncExternalStore } from "react";
import { useT } from "../providers/i18n/useT";
import { Button } from "./Button";
import styles from "./ClampedText.module.css";
import { IconButton } from "./IconButton";

type ClampedTextProps = {
  text: string;
  /**
   * Opens the text elsewhere, for places of a fixed height. Without it, "Show more"
   * shows all lines in place.
   */
  onMore?: (button: HTMLElement) => void;
  /** Of the button. */
  tabIndex?: number | undefined;
};

/**
 * A text of several lines, cut after four lines or `--clamp-lines`. The button for the
 * other lines appears only if some are cut.
 */
export const ClampedText = (props: ClampedTextProps) => (
  // Another text begins closed.
  <Clamped key={props.text} {...props} />
);

function Clamped({ text, onMore, tabIndex }: ClampedTextProps) {
  const t = useT();
  const [lines, setLines] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isCut = useIsCut(lines, isOpen);
  const written = (
    <div ref={setLines} className={isOpen ? styles.whole : styles.clamped}>
      {text}
    </div>
  );
  if (!isCut) return written;
  if (onMore)
    return (
      <div className={styles.beside}>
        {written}
        <IconButton
          icon="chevronDown"
          label={t("list.showMore")}
          className={styles.icon}
          tabIndex={tabIndex}
          aria-haspopup="dialog"
          data-cell-control
          onClick={({ currentTarget }) => {
            onMore(currentTarget);
          }}
        />
      </div>
    );
  return (
    <>
      {written}
      <Button
        kind="ghost"
        className={styles.more}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {t(isOpen ? "list.showLess" : "list.showMore")}
      </Button>
    </>
  );
}

/** Returns whether lines are cut, also after a change of the width. */
const useIsCut = (lines: HTMLElement | null, isOpen: boolean): boolean =>
  useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        if (!lines || !("ResizeObserver" in globalThis)) return () => undefined;
        const observer = new ResizeObserver(listener);
        observer.observe(lines);
        return () => {
          observer.disconnect();
        };
      },
      [lines],
    ),
    () =>
      isOpen ||
      // Rounding can make the text one pixel higher than its box.
      (lines !== null && lines.scrollHeight > lines.clientHeight + 1),
  );
