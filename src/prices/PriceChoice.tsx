import type { UseQueryResult } from "@tanstack/react-query";
import { vocabularyKey } from "../../domain/vocabulary";
import { useTranslate } from "ra-core";
import type { PriceOptionsReply } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Labelled } from "../ui/Field";
import field from "../ui/Field.module.css";
import { QueryFailure } from "../ui/QueryFailure";
import { usePriceChoice, usePriceOptions } from "./priceCalls";
import styles from "./PriceCard.module.css";

/** The choice of the viewer's port of destination, which is saved at once. */
export function DestinationChoice({ hint }: { hint?: string }) {
  const t = useT();
  const nameOf = usePlaceName();
  const { destination = null } = useSignedIn().detail;
  const query = usePriceOptions("destinations");
  const { choose, pending } = usePriceChoice();
  const chosen = pending?.destination ?? destination;
  return (
    <OptionSelect
      label={t("fields.profile.destination")}
      hint={hint}
      value={chosen}
      valueLabel={chosen === null ? "" : nameOf(chosen)}
      empty={t("prices.choosePort")}
      canEmpty={false}
      query={query}
      isSaving={pending !== undefined}
      onChange={(value) => {
        choose({ destination: value });
      }}
    />
  );
}

/** The choice of the viewer's currency beside yen, which is saved at once. */
export function CurrencyChoice() {
  const t = useT();
  const { currency = null } = useSignedIn().detail;
  const query = usePriceOptions("currencies");
  const { choose, pending } = usePriceChoice();
  const chosen = pending?.currency === undefined ? currency : pending.currency;
  return (
    <OptionSelect
      label={t("fields.profile.currency")}
      value={chosen}
      valueLabel={chosen ?? ""}
      empty={t("prices.yenAlone")}
      canEmpty
      query={query}
      isSaving={pending !== undefined}
      onChange={(value) => {
        choose({ currency: value });
      }}
    />
  );
}

/** Returns a function that gives the name of a port in the viewer's language. */
export function usePlaceName(): (place: string) => string {
  const translate = useTranslate();
  return (place) => translate(vocabularyKey("place", place), { _: place });
}

/** A select of options that a call provides. */
function OptionSelect(props: {
  label: string;
  hint?: string | undefined;
  value: string | null;
  /** The text of a value that is not offered any more. */
  valueLabel: string;
  empty: string;
  canEmpty: boolean;
  query: UseQueryResult<PriceOptionsReply>;
  isSaving: boolean;
  onChange: (value: string | null) => void;
}) {
  const { label, hint, value, query, isSaving } = props;
  const { options = [] } = query.data ?? {};
  const isOffered = options.some((option) => option.value === value);
  return (
    <div className={styles.choice}>
      <Labelled label={label} hint={hint}>
        {(attributes) => (
          <div className={field.box}>
            <select
              {...attributes}
              className={field.input}
              value={value ?? ""}
              aria-busy={isSaving}
              onChange={({ target }) => {
                props.onChange(target.value || null);
              }}
            >
              <option value="" hidden={!props.canEmpty}>
                {props.empty}
              </option>
              {value !== null && !isOffered && (
                <option value={value}>{props.valueLabel}</option>
              )}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        )}
      </Labelled>
      <QueryFailure {...query} />
    </div>
  );
}
