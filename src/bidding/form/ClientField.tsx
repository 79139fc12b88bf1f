import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import {
  clientSearchLength,
  debounce,
  mostFoundClients,
} from "../../../domain/limits";
import type { UserSearchReply } from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";
import { useDebounced } from "../../workspace/listing/useOptionSearch";
import type { WidgetValue } from "../../workspace/registry/widgets";

const SearchSelect = lazy(() => import("../../ui/SearchSelect"));

type Client = UserSearchReply["options"][number];

type ClientFieldProps = {
  /** The id of the client. */
  value: WidgetValue;
  error: string | undefined;
  onChange: (id: string | null) => void;
  onBlur: () => void;
};

/** Finds the client of a bid by name, company, e-mail or id. */
export function ClientField(props: ClientFieldProps) {
  const { value, error, onChange, onBlur } = props;
  const t = useT();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<Client | null>(null);
  const chosen = value === null ? null : picked;
  const wanted = text.trim();
  const search = useDebounced(wanted, debounce.userSearch);
  const isLong = search.length >= clientSearchLength;
  const found = useQuery({
    queryKey: ["client-search", search],
    enabled: isLong,
    queryFn: ({ signal }) =>
      request<UserSearchReply>("/user/search", {
        query: { user: search },
        signal,
      }),
  });
  const { data } = found;
  const isShort = wanted.length < clientSearchLength;
  // Too many clients are not listed: the wrong one would be chosen too easily.
  const isListed = !isShort && isLong && data?.hasMore !== true;
  const hint = t("bid.client.hint", { count: clientSearchLength });
  const emptyText = () => {
    if (isShort) return hint;
    if (found.error) return errorText(found.error, t);
    return data?.hasMore
      ? t("bid.client.more", { count: mostFoundClients })
      : t("bid.client.none");
  };
  return (
    <Suspense fallback={<Field label={t("bid.client.label")} readOnly />}>
      <SearchSelect
        label={t("bid.client.label")}
        error={error}
        hint={chosen ? chosen.description : hint}
        options={isListed ? (data?.options ?? []) : []}
        chosen={chosen}
        isLoading={!isShort && (found.isFetching || search !== wanted)}
        isRequired
        emptyText={emptyText()}
        onSearch={setText}
        onBlur={onBlur}
        onChange={(option) => {
          setPicked(option);
          onChange(option?.value ?? null);
        }}
      />
    </Suspense>
  );
}
