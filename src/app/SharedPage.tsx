import { preloadable } from "../ui/preloadable";

const [SharedLot] = preloadable(
  () => import("../catalog/share/SharePage"),
  undefined,
  null,
);
const [SharedQuote] = preloadable(
  () => import("../prices/quotes/SharedQuotePage"),
  undefined,
  null,
);

/**
 * The page of a link to a lot or a quote. The login page names one script for both, because
 * each name counts there.
 */
export default function SharedPage() {
  return location.pathname === "/quote" ? <SharedQuote /> : <SharedLot />;
}
