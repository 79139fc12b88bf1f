import type { FindSchema, Schema } from "./coerceToSchema";

type SchemaFile = Schema & {
  $id: string;
  definitions?: Readonly<Record<string, Schema>>;
};

const entities = import.meta.glob<SchemaFile>("../../../schemas/*.json", {
  eager: true,
  import: "default",
});
const calls = import.meta.glob<SchemaFile>(
  "../../../schemas/calls/{bid-chat,bid-group,bid-logs,bid-type,update-adjustment-price,update-auto-bid,update-bid-price,update-bid-status,update-sold-price,menu-counters,my-search,place-bid,save-search}.json",
  { eager: true, import: "default" },
);

const files = new Map(
  Object.values({ ...entities, ...calls }).map((file) => [file.$id, file]),
);

/** Returns whether the build has the schema that a `$ref` names. */
export const hasSchema = (ref: string): boolean => find(ref) !== undefined;

/** Returns a schema of the build by `$ref`: `lot`, `my-search#/definitions/item`. */
export const schemaOf: FindSchema = (ref) => {
  const found = find(ref);
  if (!found) throw new Error(`The build has no schema ${ref}.`);
  return found;
};

function find(ref: string): Schema | undefined {
  const [id = "", pointer = ""] = ref.split("#");
  const file = files.get(id);
  const [, , name] = pointer.split("/");
  return name === undefined ? file : file?.definitions?.[name];
}
