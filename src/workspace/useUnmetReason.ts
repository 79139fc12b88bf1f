import { conditionOf, type Conditions } from "../../domain/condition/condition";
import { decide } from "../../domain/condition/decide";
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
  const write = fieldWriter(schema, tools);
  return (conditions, values) => {
    if (conditions === undefined) return null;
    const decided = decide(conditionOf(conditions), {
      ...{ viewer, now: serverNow() },
    }) as Parameters<typeof unmetReason>[0];
    const { properties: fields } = schema;
    const texts = { translate: tools.translate, field: label, value: write };
    const isVisible = () => true;
    return unmetReason(decided, { fields, values }, { texts, isVisible });
  };
}
