import { useStoreContext } from "ra-core";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { savedType } from "../../../domain/listing/savedSearch";
import { longestPaletteText } from "../../../domain/palette";
import { KeySheet } from "../../layout/KeySheet";
import { leaveBy } from "../../providers/historyGuard";
import { useT } from "../../providers/i18n/useT";
import { useUserId } from "../../providers/viewer";
import { writeTab } from "../../providers/tabStorage";
import { useWorkspace } from "../../providers/workspace";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import field from "../../ui/Field.module.css";
import { storeSavedLayout } from "../saved/useOpenedView";
import type { PaletteEntry } from "./paletteEntries";
import { usePaletteEntries } from "./usePaletteEntries";
import styles from "./Palette.module.css";

/** The command palette, or the help about keys, above any page. */
export default function Palette({
  isHelp = false,
  onClose,
}: {
  isHelp?: boolean;
  onClose: () => void;
}) {
  return isHelp ? (
    <KeySheet onClose={onClose} />
  ) : (
    <CommandPalette onClose={onClose} />
  );
}

/**
 * The command palette: a combobox that opens pages, rows, saved searches and actions by
 * their words. Escape closes it, and the focus returns to where it was.
 */
function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const { entries, isSearching, error, retry } = usePaletteEntries(text);
  const open = useOpenEntry();
  const id = useId();
  const optionId = (place: number) => `${id}-${place}`;
  const list = useRef<HTMLUListElement>(null);
  // The entry stays active while others arrive around it.
  const [activeId, setActiveId] = useState<string>();
  const known = entries.findIndex((entry) => entry.id === activeId);
  const active = Math.max(known, 0);
  const hasEntries = entries.length > 0;
  useEffect(() => {
    list.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    if (entry.run) entry.run();
    else
      leaveBy(() => {
        open(entry);
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined) {
      const next = (active + step + entries.length) % (entries.length || 1);
      setActiveId(entries[next]?.id);
    } else if (event.key === "Enter") choose(entries[active]);
    else return;
    event.preventDefault();
  };
  const groups = [...new Set(entries.map(({ group }) => group))];
  const status = hasEntries
    ? t("palette.count", { smart_count: entries.length })
    : t(isSearching ? "palette.searching" : "palette.empty");
  return (
    <Dialog title={t("palette.title")} onClose={onClose}>
      <div className={field.box}>
        <Icon name="search" size={16} className={styles.sign} />
        <input
          type="text"
          role="combobox"
          enterKeyHint="go"
          className={field.input}
          maxLength={longestPaletteText}
          aria-label={t("palette.title")}
          aria-expanded={hasEntries}
          aria-controls={hasEntries ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={hasEntries ? optionId(active) : undefined}
          placeholder={t("palette.hint")}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.results}>
        {hasEntries && (
          <ul
            ref={list}
            id={id}
            role="listbox"
            className={styles.list}
            aria-label={t("palette.results")}
            // A press on an entry must not take the focus from the input.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
          >
            {groups.map((group) => (
              <li key={group} role="group" aria-label={group}>
                <div className={styles.heading} aria-hidden="true">
                  {group}
                </div>
                <ul role="presentation">
                  {entries.map((entry, place) => {
                    if (entry.group !== group) return null;
                    return (
                      <li
                        key={entry.id}
                        id={optionId(place)}
                        role="option"
                        aria-selected={place === active}
                        className={styles.option}
                        onClick={() => {
                          choose(entry);
                        }}
                      >
                        <Icon name={entry.icon} size={18} />
                        <span className={styles.label}>{entry.label}</span>
                        <span className={styles.detail}>{entry.detail}</span>
                      </li>
                    );
                  })}
                </ul>
              </li>
            ))}
          </ul>
        )}
        {error ? (
          <ErrorNotice
            lead={t("palette.failed")}
            error={error}
            onRetry={retry}
          />
        ) : (
          !hasEntries && (
            <p className={styles.empty} aria-hidden="true">
              {status}
            </p>
          )
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </Dialog>
  );
}

/** Returns a function that opens the address of an entry in this tab. */
function useOpenEntry(): (entry: PaletteEntry) => void {
  const navigate = useNavigate();
  const store = useStoreContext();
  const userId = useUserId();
  const { resources } = useWorkspace();
  return ({ to, startAction, saved }) => {
    const list = resources.find((each) => savedType(each) === saved?.type);
    if (list && saved?.layout) {
      storeSavedLayout(store, list, saved.layout);
      writeTab(`view.${userId}.${list.name}`, saved.id);
    }
    void navigate(to, startAction ? { state: { startAction } } : undefined);
  };
}
