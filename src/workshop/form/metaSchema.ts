import type { RJSFSchema } from "@rjsf/utils";
import metaResource from "../../../schemas/meta/resource.json";

/** A part of the meta-schema, as far as the workshop uses it. */
export type MetaPart = {
  title?: string;
  description?: string;
  type?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, MetaPart>>;
  items?: MetaPart;
  anyOf?: readonly MetaPart[];
  additionalProperties?: MetaPart | boolean;
  required?: readonly string[];
  $ref?: string;
  /** Why the workshop may not change the part. */
  "x-structural"?: string;
};

type Root = MetaPart & { definitions: Readonly<Record<string, MetaPart>> };

/** The schema of declarations, from which the form's validators are compiled. */
export const metaSchema = metaResource as Root;

/** Returns a part with its reference resolved. */
export function resolved(part: MetaPart): MetaPart {
  const name = part.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : metaSchema.definitions[name];
  return target ? { ...resolved(target), ...part } : part;
}

/** Returns the alternatives of a part, or the part itself. */
export const shapesOf = (part: MetaPart): MetaPart[] => {
  const schema = resolved(part);
  return schema.anyOf ? schema.anyOf.flatMap(shapesOf) : [schema];
};

/** The same schema in the type of the form library. */
export const formSchema = metaResource as RJSFSchema;
