import { formatYen } from "../../../domain/money";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";

/** The bid that stands in the way of a new one, where the refusal names it. */
export function PresentBid({ error }: { error: unknown }) {
  const t = useT();
  const amount = error instanceof CallError && error.current?.bidAmount;
  return typeof amount === "number" ? (
    <p>{t("bid.confirm.exists", { amount: formatYen(amount) })}</p>
  ) : null;
}
