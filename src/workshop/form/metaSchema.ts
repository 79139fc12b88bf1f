import type { RJSFSchema } from "@rjsf/utils";
import metaResource from "../../../schemas/meta/resource.json";

/** A part of the meta-schema, as far as the workshop reads it. */
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
  /** Why only the files may change it. */
  "x-structural"?: string;
};

type Root = MetaPart & { definitions: Readonly<Record<string, MetaPart>> };

/** The schema of declarations: the very one that the form's checks know. */
export const metaSchema = metaResource as Root;

/** A part with what it refers to. */
export function resolved(part: MetaPart): MetaPart {
  const name = part.$ref?.split("/").at(-1);
  const found = name === undefined ? undefined : metaSchema.definitions[name];
  return found ? { ...resolved(found), ...part } : part;
}

/** The choices of a part with several shapes, else the part alone. */
export const shapesOf = (part: MetaPart): MetaPart[] => {
  const whole = resolved(part);
  return whole.anyOf ? whole.anyOf.flatMap(shapesOf) : [whole];
};

/** The same, as the form's library knows schemas. */
export const formSchema = metaResource as RJSFSchema;
