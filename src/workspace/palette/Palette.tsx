import useAutocomplete, {
  type AutocompleteGroupedOption,
} from "@mui/material/useAutocomplete";
import { useStoreContext } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { savedType } from "../../../domain/listing/savedSearch";
import { longestPaletteText } from "../../../domain/palette";
import { useT } from "../../providers/i18n/useT";
import { useUserId } from "../../providers/session";
import { writeTab } from "../../providers/storage";
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

const allOptions = (options: PaletteEntry[]): PaletteEntry[] => options;

/**
 * The command palette: a combobox that opens pages, rows, saved searches and actions by
 * their words. Escape closes it, and the focus returns to where it was.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const { entries, isSearching, error, retry } = usePaletteEntries(text);
  const open = useOpenEntry();
  const {
    getRootProps,
    getInputProps,
    getListboxProps,
    getOptionProps,
    groupedOptions,
  } = useAutocomplete<PaletteEntry>({
    options: entries,
    open: true,
    value: null,
    inputValue: text,
    autoHighlight: true,
    openOnFocus: true,
    clearOnBlur: false,
    filterOptions: allOptions,
    groupBy: ({ group }) => group,
    getOptionKey: ({ id }) => id,
    getOptionLabel: ({ label }) => label,
    isOptionEqualToValue: (option, other) => option.id === other.id,
    onInputChange: (_event, next, reason) => {
      if (reason === "input") setText(next);
    },
    onChange: (_event, entry) => {
      if (!entry) return;
      onClose();
      open(entry);
    },
    onClose: (_event, reason) => {
      if (reason === "escape") onClose();
    },
  });
  const groups =
    groupedOptions as readonly AutocompleteGroupedOption<PaletteEntry>[];
  const status =
    entries.length > 0
      ? t("palette.count", { smart_count: entries.length })
      : t(isSearching ? "palette.searching" : "palette.empty");
  return (
    <Dialog title={t("palette.title")} onClose={onClose}>
      <div {...getRootProps()} className={field.box}>
        <Icon name="search" size={16} className={styles.sign} />
        <input
          {...getInputProps()}
          type="text"
          enterKeyHint="go"
          className={field.input}
          maxLength={longestPaletteText}
          aria-label={t("palette.title")}
          placeholder={t("palette.hint")}
        />
      </div>
      <div className={styles.results}>
        <ul {...getListboxProps()} aria-label={t("palette.results")}>
          {groups.map(({ key, index, group, options }) => (
            <li key={key} role="group" aria-label={group}>
              <div className={styles.heading} aria-hidden="true">
                {group}
              </div>
              <ul role="presentation">
                {options.map((entry, place) => (
                  <li
                    {...getOptionProps({ option: entry, index: index + place })}
                    key={entry.id}
                    className={styles.option}
                  >
                    <Icon name={entry.icon} size={18} />
                    <span className={styles.label}>{entry.label}</span>
                    <span className={styles.detail}>{entry.detail}</span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {error ? (
          <ErrorNotice
            lead={t("palette.failed")}
            error={error}
            onRetry={retry}
          />
        ) : (
          entries.length === 0 && (
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

/** Returns a function that opens an entry in this tab. */
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
