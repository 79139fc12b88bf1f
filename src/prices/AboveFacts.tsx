import { preloadable } from "../ui/preloadable";
import { Skeleton } from "../ui/Skeleton";
import type { RowPageProps } from "../workspace/registry/areaModule";
import PriceCard from "./PriceCard";

/** Pixels of a quote while its code loads. */
const height = 480;

const [QuoteParts] = preloadable(
  () => import("./quotes/QuoteParts"),
  undefined,
  <Skeleton height={height} />,
);

/** The price of a car, or the parts of a quote. */
export default function AboveFacts(props: RowPageProps) {
  return props.resource.row === "quote" ? (
    <QuoteParts {...props} />
  ) : (
    <PriceCard {...props} />
  );
}
