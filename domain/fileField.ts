import type { Field } from "./resource";

/** A file of a record: its name, media type and size, and the address of its bytes. */
export type FileEntry = {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Below the origin of the API; the server decides for each request who may read it. */
  address: string;
};

/** The most bytes of an upload: 20 MB. */
export const mostUploadBytes = 20_000_000;

/** The media types of each word of `x-file`, with the endings that names may have. */
const typesOfWord = {
  image: {
    "image/jpeg": ["jpg", "jpeg"],
    "image/png": ["png"],
    "image/webp": ["webp"],
  },
  pdf: { "application/pdf": ["pdf"] },
} as const;

/** A media type with the endings that names of such files may have. */
export type FileTypes = Readonly<Record<string, readonly string[]>>;

/** All media types that can be uploaded. */
export const allFileTypes: FileTypes = Object.assign(
  {},
  ...Object.values(typesOfWord),
) as FileTypes;

/** Returns whether a field of a record holds uploaded files. */
export const isFileField = (field: Field | undefined): boolean =>
  field?.["x-file"] !== undefined;

/** Returns what a field with files accepts: media types, bytes of a file, and files. */
export function fileLimits(field: Field): {
  types: FileTypes;
  mostBytes: number;
  mostFiles: number;
} {
  const { types = [], mostBytes = mostUploadBytes } = field["x-file"] ?? {};
  return {
    types: Object.assign(
      {},
      ...types.map((word) => typesOfWord[word]),
    ) as FileTypes,
    mostBytes,
    mostFiles: field.maxItems ?? 1,
  };
}

/** Returns the address of the bytes of a file. */
export const fileAddress = (id: string): string => `/api/record-files/${id}`;

/** Returns the address of the small picture of a photo. */
export const thumbnailAddress = ({ address }: FileEntry): string =>
  `${address}?size=small`;

export const isPhoto = ({ type }: Pick<FileEntry, "type">): boolean =>
  type.startsWith("image/");

/** Returns the files in the value of a field, each with its address; none for other values. */
export const fileEntries = (value: unknown): FileEntry[] =>
  Array.isArray(value)
    ? (value as unknown[]).flatMap((entry) => {
        const { id, name, type, size } = (entry ?? {}) as Partial<FileEntry>;
        return typeof id === "string" &&
          typeof name === "string" &&
          typeof type === "string" &&
          typeof size === "number"
          ? [{ id, name, type, size, address: fileAddress(id) }]
          : [];
      })
    : [];

/** Returns the names of the files in a value, separated by commas. */
export const fileNames = (value: unknown): string =>
  fileEntries(value)
    .map(({ name }) => name)
    .join(", ");

/** An entry of a list of files. A write names the id; the program knows the rest. */
const entry: Field = {
  type: "object",
  additionalProperties: false,
  required: ["id"],
  properties: {
    id: { title: "Id", type: "string", pattern: "^[1-9]\\d{0,17}$" },
    name: { title: "Name", type: "string", maxLength: 120 },
    type: { title: "Type", type: "string", maxLength: 100 },
    size: { title: "Size in bytes", type: "integer", minimum: 1 },
    address: { title: "Address", type: "string", maxLength: 60 },
  },
} as Field;

type Fields = Readonly<Record<string, Field>>;

/** Returns the fields of a row schema; a list of files gets the schema of its entries. */
export const withFileEntries = (properties: Fields): Fields =>
  Object.values(properties).some(isFileField)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          isFileField(field)
            ? { ...field, maxItems: field.maxItems ?? 1, items: entry }
            : field,
        ]),
      )
    : properties;
