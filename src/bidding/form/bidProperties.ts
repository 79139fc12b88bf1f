import placeBidCall from "../../../schemas/calls/place-bid.json";
import { fieldType, type Field } from "../../../domain/resource";
import {
  widgetFor,
  type Widget,
  type WidgetValue,
} from "../../workspace/registry/widgets";

export type BidProperty = {
  name: string;
  schema: Field;
  /** The name of what can be chosen, where the call decides that. */
  source: string | undefined;
  Widget: Widget;
};

const body: {
  required: readonly string[];
  properties: Readonly<Record<string, Field & { "x-options"?: string }>>;
} = placeBidCall.definitions.body;

/**
 * What a client may add to the amount: each titled property of the call that
 * is free, with the widget that its schema asks for.
 */
export const bidProperties: readonly BidProperty[] = Object.entries(
  body.properties,
)
  .filter(([name, { title }]) => title && !body.required.includes(name))
  .map(([name, schema]) => {
    const source = schema["x-options"];
    return {
      name,
      schema,
      source,
      // Looked up when drawn: the app registers the widgets after this module.
      get Widget() {
        return widgetFor(schema, source !== undefined);
      },
    };
  });

/** The value of a choice that chooses nothing; it is not sent. */
export const noneChosen = "-1";

/** A field's value as the call takes it; undefined where nothing is sent. */
export function sentValue(
  schema: Field,
  value: WidgetValue,
): Exclude<WidgetValue, null> | undefined {
  const written = typeof value === "string" ? value.trim() : value;
  if (written === null || written === "" || written === noneChosen)
    return undefined;
  return fieldType(schema) === "integer" ? Number(written) : written;
}
