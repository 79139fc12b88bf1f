import { fieldType, type Field } from "../../../domain/resource";
import placeBidCall from "../../../schemas/calls/place-bid.json";
import type { Widget, WidgetValue } from "../../workspace/registry/areaModule";
import { widgetFor } from "../../workspace/widgets/widgetFor";

export type BidProperty = {
  name: string;
  schema: Field;
  /** The path of the call that lists its options. */
  optionsPath: string | undefined;
  Widget: Widget;
};

const body: {
  required: readonly string[];
  properties: Readonly<Record<string, Field>>;
} = placeBidCall.definitions.body;

/** The field by which a manager chooses the client; it is drawn by `ClientField`. */
export const clientField = "userId";

/** The optional, titled properties of `POST /bid/create`, with their widgets. */
export const bidProperties: readonly BidProperty[] = Object.entries(
  body.properties,
)
  .filter(
    ([name, { title }]) =>
      title && name !== clientField && !body.required.includes(name),
  )
  .map(([name, schema]) => {
    const optionsPath = schema["x-options"]?.path;
    return {
      name,
      schema,
      optionsPath,
      // A getter, since widgets are registered after this module is loaded.
      get Widget() {
        return widgetFor(schema, { hasOptions: optionsPath !== undefined });
      },
    };
  });

/** The option value for "none". It is not sent. */
export const noneOption = "-1";

/** Returns a field's value as the call expects it; undefined if not sent. */
export function sentValue(
  schema: Field,
  value: WidgetValue,
): Exclude<WidgetValue, null> | undefined {
  const trimmed = typeof value === "string" ? value.trim() : value;
  if (trimmed === null || trimmed === "" || trimmed === noneOption)
    return undefined;
  return fieldType(schema) === "integer" ? Number(trimmed) : trimmed;
}
