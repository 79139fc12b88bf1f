import type { ReactNode } from "react";
import type { LotDetail } from "../../generated/schemas";

type LotPageProps = { panel: (lot: LotDetail) => ReactNode };

export default function LotPage(_: LotPageProps) {
  return null;
}
