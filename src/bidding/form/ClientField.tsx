import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import {
  clientSearchLength,
  debounce,
  mostFoundClients,
} from "../../../domain/limits";
import type { UserSearchReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";
import { preloadable } from "../../ui/preloadable";
import { useDebounced } from "../../workspace/controls/inputDrafts";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import { QueryFailure } from "../../ui/QueryFailure";

const [SearchSelect] = preloadable(() => import("../../ui/SearchSelect"));

type Client = UserSearchReply["options"][number];

type ClientFieldProps = {
  /** The id of the client. */
  value: WidgetValue;
  /** The name of the client, who may come from a draft. */
  name: string | null;
  error: string | undefined;
  onChange: (client: Client | null) => void;
  onBlur: () => void;
};

/** Finds the client of a bid by name, company, e-mail or id. */
export function ClientField(props: ClientFieldProps) {
  const { value, name, error, onChange, onBlur } = props;
  const t = useT();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<Client | null>(null);
  const drafted =
    typeof value === "string" && name !== null ? { value, label: name } : null;
  const chosen = picked?.value === value ? picked : drafted;
  const wanted = text.trim();
  const search = useDebounced(wanted, debounce.typed);
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
  const isTooMany =
    data !== undefined &&
    (data.hasMore || data.options.length > mostFoundClients);
  // Options of a former text are not listed: Enter would choose the wrong client.
  const isListed = !isShort && isLong && !isTooMany && search === wanted;
  const hint = t("bid.client.hint", { count: clientSearchLength });
  const emptyText = () => {
    if (isShort) return hint;
    if (found.error) return t("bid.client.failed");
    return isTooMany
      ? t("bid.client.more", { count: mostFoundClients })
      : t("bid.client.none");
  };
  return (
    <Suspense fallback={<Field label={t("bid.client.label")} readOnly />}>
      <SearchSelect
        label={t("bid.client.label")}
        error={error}
        hint={chosen ? picked?.description : hint}
        options={isListed ? (data?.options ?? []) : []}
        chosen={chosen}
        isLoading={!isShort && (found.isFetching || search !== wanted)}
        isRequired
        emptyText={emptyText()}
        onSearch={setText}
        onBlur={onBlur}
        onChange={(option) => {
          setPicked(option);
          onChange(option);
        }}
      />
      {isListed && <QueryFailure {...found} data={undefined} />}
    </Suspense>
  );
}
