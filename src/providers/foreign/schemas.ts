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
  "../../../schemas/calls/{bid-group,bid-type,update-bid-price,update-bid-status,menu-counters,my-search,place-bid,save-search}.json",
  { eager: true, import: "default" },
);

const files = new Map(
  Object.values({ ...entities, ...calls }).map((file) => [file.$id, file]),
);

/** Returns a schema of the build by `$ref`: `lot`, `my-search#/definitions/item`. */
export const schemaOf: FindSchema = (ref) => {
  const [id = "", pointer = ""] = ref.split("#");
  const file = files.get(id);
  const [, , name] = pointer.split("/");
  const found = name === undefined ? file : file?.definitions?.[name];
  if (!found) throw new Error(`The build has no schema ${ref}.`);
  return found;
};
