import { useQuery } from "@tanstack/react-query";
import type {
  BidGroupReply,
  BidTypeReply,
  LotDetail,
} from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import type { WidgetOption } from "../../workspace/registry/areaModule";
import type { BidTarget } from "../submission/bidTarget";
import { noneOption } from "./bidProperties";

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
