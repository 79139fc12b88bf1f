import { useEffect, useState, type ComponentProps } from "react";
import type { GetCountryListReply } from "../../generated/schemas";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { classes } from "../ui/classes";
import { Labelled } from "../ui/Field";
import field from "../ui/Field.module.css";

type CountryFieldProps = Pick<
  ComponentProps<"select">,
  "name" | "value" | "onChange" | "onBlur"
> & { label: string; error?: string | null };

/** A choice of one country, whose list the server has. */
export function CountryField({ label, error, ...select }: CountryFieldProps) {
  const t = useT();
  const { countries, retry } = useCountries();
  return (
    <Labelled label={label} error={error}>
      {(attributes) => (
        <div className={classes(field.box, error && field.wrong)}>
          <select
            {...select}
            {...attributes}
            className={field.input}
            autoComplete="country-name"
            required
          >
            <option value="">{t("auth.signUp.countryPlaceholder")}</option>
            {countries.map(({ value, label: country }) => (
              <option key={value} value={String(value)}>
                {country}
              </option>
            ))}
          </select>
          {retry && (
            <Button
              onClick={retry}
              aria-label={t("auth.signUp.countriesFailed")}
            >
              {t("shell.retry")}
            </Button>
          )}
        </div>
      )}
    </Labelled>
  );
}

/** Loads the countries; `retry` is there if that has failed. */
function useCountries() {
  const [countries, setCountries] = useState<GetCountryListReply>([]);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    request<GetCountryListReply>("/site/get-country-list", { signal }).then(
      (list) => {
        setCountries(list);
      },
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => {
      stopping.abort();
    };
  }, [attempt]);
  return {
    countries,
    retry: hasFailed
      ? () => {
          setFailed(false);
          setAttempt(attempt + 1);
        }
      : undefined,
  };
}
