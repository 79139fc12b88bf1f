/** The fields of a created row that the program fills in. */
export const ownFields = {
  id: { title: "Id", type: "string", "x-core": true, "x-always": true },
  version: {
    title: "Version",
    type: "integer",
    "x-core": true,
    "x-always": true,
  },
  createdAt: {
    title: "Added",
    type: "string",
    format: "date-time",
    "x-core": true,
  },
  createdBy: {
    title: "Added by",
    type: "string",
    maxLength: 200,
    "x-core": true,
  },
  updatedAt: {
    title: "Changed",
    type: "string",
    format: "date-time",
    "x-core": true,
  },
  updatedBy: {
    title: "Changed by",
    type: "string",
    maxLength: 200,
    "x-core": true,
  },
};
