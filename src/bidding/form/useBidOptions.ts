import placeBidCall from "../../../schemas/calls/place-bid.json";
import { useQuery } from "@tanstack/react-query";
import type {
  BidGroupReply,
  BidTypeReply,
  LotDetail,
  ClientStandingReply,
} from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import type {
  WidgetOption,
  WidgetValue,
  Widget,
} from "../../workspace/registry/areaModule";
import type { BidTarget, ClientStanding } from "../facts/bidTarget";
import { widgetFor } from "../../workspace/widgets/widgetFor";
import { useWorkspace } from "../../providers/workspace";
import { fieldType, type Field } from "../../../domain/resource";

export type BidOptions = {
  /** Whether the lot offers this choice at all. */
  isShown: boolean;
  isRequired: boolean;
  initial: string | null;
  options: readonly WidgetOption[];
  error: unknown;
  retry: () => void;
};

/** Loads the options of the fields of a bid, by the name of the field. */
export function useBidOptions(
  bidInfo: LotDetail["bidInfo"],
  options: {
    isEnabled: boolean;
    /** An order at a fixed price has no group and no type. */
    isFixedPrice: boolean;
    target: BidTarget;
  },
): Readonly<Record<string, BidOptions>> {
  const t = useT();
  const { isEnabled, isFixedPrice, target } = options;
  const hasGroup = bidInfo.bidGroupShow && !isFixedPrice;
  const hasType = bidInfo.exportTypeShow && !isFixedPrice;
  const typesPath = target.kind === "client" ? "/bid/export-type" : "/bid/type";
  const present = target.kind === "change" ? target.bid : null;
  const groups = useQuery({
    queryKey: ["bid-groups"],
    queryFn: ({ signal }) => request<BidGroupReply>("/bid/group", { signal }),
    enabled: isEnabled && hasGroup,
  });
  const types = useQuery({
    queryKey: ["bid-types", typesPath],
    queryFn: ({ signal }) => request<BidTypeReply>(typesPath, { signal }),
    enabled: isEnabled && hasType,
  });
  const none = { value: noneOption, label: t("bid.field.none") };
  return {
    bidGroup: {
      isShown: hasGroup,
      isRequired: true,
      initial: present?.group == null ? noneOption : String(present.group),
      options: [
        none,
        ...(groups.data?.options ?? []).map((group) => ({
          value: String(group.value),
          ...(group.cars > 0 ? limitedGroup(group, t) : { label: group.label }),
        })),
      ],
      error: groups.data ? null : groups.error,
      retry: () => void groups.refetch(),
    },
    bidType: {
      isShown: hasType,
      isRequired: !bidInfo.exportTypeOptional,
      initial: present?.type == null ? null : String(present.type),
      options: (types.data?.options ?? []).map(
        ({ value, label, description }) => ({
          value: String(value),
          label,
          description,
        }),
      ),
      error: types.data ? null : types.error,
      retry: () => void types.refetch(),
    },
  };
}

/** Returns the name and the rule of a group with a number of cars. */
function limitedGroup(
  { label, cars, bought = 0 }: BidGroupReply["options"][number],
  t: ReturnType<typeof useT>,
): Pick<WidgetOption, "label" | "description"> {
  const rule = t("bid.field.groupRule", { label, smart_count: cars });
  const progress = t("bid.field.groupBought", { smart_count: bought });
  return {
    label: t("bid.field.group", { label, smart_count: cars }),
    description: bought > 0 ? `${rule} ${progress}` : rule,
  };
}

/** The first word of the keys of such queries. */
export const standingKey = "client-standing";

/**
 * Loads the standing of the client whom a manager has chosen. Null until it is loaded,
 * and on servers without the call; the server checks each bid in any case.
 */
export function useClientStanding(
  userId: WidgetValue | undefined,
  lotId: string,
): ClientStanding | null {
  const { isOwnServer } = useWorkspace();
  const client = typeof userId === "string" ? userId : null;
  const { data } = useQuery({
    queryKey: [standingKey, client, lotId],
    queryFn: ({ signal }) =>
      request<ClientStandingReply>("/bid/client-standing", {
        query: { userId: client ?? "", carId: lotId },
        signal,
      }),
    enabled: isOwnServer && client !== null,
    staleTime: 0,
  });
  return data ?? null;
}

export type BidProperty = {
  name: string;
  schema: Field;
  /** The path of the call that lists its options. */
  optionsPath: string | undefined;
  Widget: Widget;
};

const body: {
  required: readonly string[];
  properties: Readonly<Record<string, Field>>;
} = placeBidCall.definitions.body;

/** The field by which a manager chooses the client; it is drawn by `ClientField`. */
export const clientField = "userId";

/** The optional, titled properties of `POST /bid/create`, with their widgets. */
export const bidProperties: readonly BidProperty[] = Object.entries(
  body.properties,
)
  .filter(
    ([name, { title }]) =>
      title && name !== clientField && !body.required.includes(name),
  )
  .map(([name, schema]) => {
    const optionsPath = schema["x-options"]?.path;
    return {
      name,
      schema,
      optionsPath,
      // A getter, since widgets are registered after this module is loaded.
      get Widget() {
        return widgetFor(schema, { hasOptions: optionsPath !== undefined });
      },
    };
  });

/** The option value for "none". It is not sent. */
export const noneOption = "-1";

/** Returns a field's value as the call expects it; undefined if not sent. */
export function sentValue(
  schema: Field,
  value: WidgetValue,
): Exclude<WidgetValue, null> | undefined {
  const trimmed = typeof value === "string" ? value.trim() : value;
  if (trimmed === null || trimmed === "" || trimmed === noneOption)
    return undefined;
  return fieldType(schema) === "integer" ? Number(trimmed) : trimmed;
}
