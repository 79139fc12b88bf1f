import type { Conditions } from "../../domain/condition/condition";
import { unmetReason } from "../../domain/condition/words";
import type { RowSchema } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";
import { serverNow } from "../providers/serverClock";
import { useSignedIn } from "../providers/session";
import { fieldWriter, useViewerTools } from "./fieldText";
import { useFieldLabel } from "./useLabels";

/** Returns a function that says why a row does not allow a call now; null if it does. */
export function useUnmetReason(
  schema: RowSchema,
): (conditions: Conditions | undefined, row: Row) => string | null {
  const { viewer } = useSignedIn();
  const tools = useViewerTools();
  const label = useFieldLabel(schema);
  const { properties: fields } = schema;
  return (conditions, values) =>
    unmetReason(
      conditions,
      { fields, values },
      {
        occasion: { viewer, now: serverNow() },
        texts: {
          translate: tools.translate,
          field: label,
          value: fieldWriter(schema, tools),
        },
        // The server sends only conditions over fields that the viewer sees.
        isVisible: () => true,
      },
    );
}
