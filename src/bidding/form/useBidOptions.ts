import { useQuery } from "@tanstack/react-query";
import type {
  BidGroupReply,
  BidTypeReply,
  LotDetail,
} from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { request } from "../../providers/http";
import type { WidgetOption } from "../../workspace/registry/widgets";
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
  isEnabled: boolean,
): Readonly<Record<string, BidOptions>> {
  const t = useT();
  const { bidGroupShow, exportTypeShow, exportTypeOptional } = bidInfo;
  const groups = useQuery({
    queryKey: ["bid-groups"],
    queryFn: ({ signal }) => request<BidGroupReply>("/bid/group", { signal }),
    enabled: isEnabled && bidGroupShow,
  });
  const types = useQuery({
    queryKey: ["bid-types"],
    queryFn: ({ signal }) => request<BidTypeReply>("/bid/type", { signal }),
    enabled: isEnabled && exportTypeShow,
  });
  const none = { value: noneOption, label: t("bid.field.none") };
  return {
    bidGroup: {
      isShown: bidGroupShow,
      isRequired: true,
      initial: noneOption,
      options: [
        none,
        ...(groups.data?.options ?? []).map(({ value, label, cars }) => ({
          value: String(value),
          label:
            cars > 0
              ? t("bid.field.group", { label, smart_count: cars })
              : label,
        })),
      ],
      error: groups.error,
      retry: () => void groups.refetch(),
    },
    bidType: {
      isShown: exportTypeShow,
      isRequired: !exportTypeOptional,
      initial: null,
      options: (types.data?.options ?? []).map(
        ({ value, label, description }) => ({
          value: String(value),
          label,
          description,
        }),
      ),
      error: types.error,
      retry: () => void types.refetch(),
    },
  };
}
