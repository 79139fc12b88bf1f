import type { Conditions } from "../../../domain/condition/condition";
import { rowMeets } from "../../../domain/condition/predicate";
import type { Row } from "../../providers/dataProvider";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { useListing } from "./ListingContext";

/** Returns whether a row of the list meets conditions for the viewer now. */
export function useMeets(): (
  conditions: Conditions | undefined,
  row: Row,
) => boolean {
  const { properties: fields } = useListing().row;
  const { viewer } = useSignedIn();
  return (conditions, values) =>
    conditions === undefined ||
    rowMeets(conditions, { fields, values }, { viewer, now: serverNow() });
}
