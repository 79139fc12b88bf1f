import type { LotDetail } from "../../generated/schemas";
import { readableName } from "../ui/readableName";

/** Returns the name `Toyota Prius A Premium, 2019`, else the lot number. */
export function lotTitle({ carInfo, carSpecification, lotInfo }: LotDetail) {
  const { maker, model, year } = carInfo;
  const name = [maker, model, carSpecification.grade]
    .filter((part) => part !== null && part !== "")
    .map((part) => readableName(String(part)))
    .join(" ");
  const parts = [name, year === null ? "" : String(year)];
  return parts.filter(Boolean).join(", ") || lotInfo.lotNumber;
}
