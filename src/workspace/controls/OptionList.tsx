import { useRef, useState } from "react";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import { searchableChoices } from "../../../domain/limits";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import styles from "./SelectPopup.module.css";

export type ListedOption = {
  value: string;
  label: string;
  /** How many rows it would show, where that is known. */
  counter: number | undefined;
};

/** All choices, those chosen when it opened first; many can be searched. */
export function OptionList({
  label,
  isSingle,
  chosen,
  options,
  onChange,
  onClose,
}: {
  label: string;
  isSingle: boolean;
  chosen: readonly string[];
  options: readonly ListedOption[] | undefined;
  onChange: (values: string[]) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const [first] = useState(chosen);
  const list = useRef<HTMLUListElement>(null);
  const canSearch = (options?.length ?? 0) > searchableChoices;
  const shown = arrange(options ?? [], first).filter((option) =>
    option.label.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const choose = (value: string) => {
    const others = chosen.filter((known) => known !== value);
    if (others.length < chosen.length) onChange(others);
    else onChange(isSingle ? [value] : [...chosen, value]);
    if (isSingle) onClose();
  };
  return (
    <>
      {canSearch && (
        <div className={styles.search}>
          <Icon name="search" size={16} />
          <input
            autoFocus
            aria-label={t("list.select.search", { field: label })}
            placeholder={t("list.select.find")}
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              list.current?.querySelector("li")?.focus();
            }}
          />
        </div>
      )}
      {shown.length === 0 && (
        <p className={styles.empty} role="status">
          {t(options ? "list.select.empty" : "list.loading")}
        </p>
      )}
      <MenuList
        ref={list}
        className={styles.list}
        aria-label={label}
        autoFocusItem={!canSearch}
        dense
        hidden={shown.length === 0}
      >
        {shown.map((option) => {
          const isChosen = chosen.includes(option.value);
          return (
            <MenuItem
              key={option.value}
              className={styles.option}
              role={isSingle ? "menuitemradio" : "menuitemcheckbox"}
              aria-checked={isChosen}
              onClick={() => {
                choose(option.value);
              }}
            >
              <span className={styles.mark}>
                {isChosen && <Icon name="check" size={16} />}
              </span>
              <span
                className={classes(styles.label, isChosen && styles.chosen)}
              >
                {option.label}
              </span>
              {option.counter !== undefined && (
                <span className={styles.count}>
                  {formatNumber(option.counter)}
                </span>
              )}
            </MenuItem>
          );
        })}
      </MenuList>
    </>
  );
}

function arrange(
  options: readonly ListedOption[],
  first: readonly string[],
): ListedOption[] {
  const isFirst = ({ value }: ListedOption) => first.includes(value);
  return [
    ...options.filter(isFirst),
    ...options.filter((option) => !isFirst(option)),
  ];
}
