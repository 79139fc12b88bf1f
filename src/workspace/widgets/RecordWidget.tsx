import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { debounce } from "../../../domain/limits";
import type { Field } from "../../../domain/resource";
import type { NamesReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field as TextField } from "../../ui/Field";
import { preloadable } from "../../ui/preloadable";
import { useDebounced } from "../controls/inputDrafts";
import type { WidgetOption, WidgetProps } from "../registry/areaModule";

const [SearchSelect] = preloadable(() => import("../../ui/SearchSelect"));

type RecordOf = NonNullable<Field["x-record"]>;
const noRecord: RecordOf = { list: "", name: "" };

/** Chooses a record of another list, which is found by its name. */
export function RecordWidget({
  field: { "x-record": record = noRecord },
  label,
  value,
  error,
  hint,
  isRequired,
  isDisabled,
  isReadOnly,
  onBlur,
  onChange,
}: WidgetProps) {
  const t = useT();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<WidgetOption | null>(null);
  const id = typeof value === "string" && value !== "" ? value : null;
  const name = useRecordName(record, id);
  // The same object as long as its name is the same, so that typing is not undone.
  const named = useMemo(
    () =>
      id === null || name === undefined ? null : { value: id, label: name },
    [id, name],
  );
  const chosen = picked?.value === id ? picked : named;
  const wanted = text.trim();
  const search = useDebounced(wanted, debounce.typed);
  const { list, name: field } = record;
  const found = useQuery({
    queryKey: [list, "names", field, search],
    queryFn: async ({ signal }) =>
      request<NamesReply>("/names", {
        query: { list, field, ...(search !== "" && { search }) },
        signal,
      }),
  });
  // Options of a former text are not listed: Enter would choose the wrong record.
  const isListed = search === wanted;
  return (
    <Suspense
      fallback={
        <TextField label={label} value={chosen?.label ?? ""} readOnly />
      }
    >
      <SearchSelect
        label={label}
        error={error}
        hint={found.data?.isComplete === false ? t("form.manyNames") : hint}
        options={isListed ? (found.data?.options ?? []) : []}
        chosen={chosen}
        isLoading={found.isFetching || !isListed}
        isRequired={isRequired}
        isDisabled={isDisabled}
        isReadOnly={isReadOnly}
        onSearch={setText}
        onBlur={() => {
          setText("");
          onBlur?.();
        }}
        onChange={(option) => {
          setText("");
          setPicked(option);
          onChange(option?.value ?? null);
        }}
      />
      {found.error !== null && (
        <ErrorNotice
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
    </Suspense>
  );
}

/**
 * Returns the name of a record; undefined until it is known. A record that the reader does
 * not find has its id as name.
 */
export function useRecordName(
  { list, name: field }: RecordOf,
  id: string | null,
): string | undefined {
  const { data, isError } = useQuery({
    queryKey: [list, "names", field, "of", id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      request<NamesReply>("/names", {
        query: { list, field, ...(id !== null && { id }) },
        signal,
      }),
  });
  if (id === null || (!data && !isError)) return undefined;
  return data?.options.find((option) => option.value === id)?.label ?? id;
}
