import { fullFormats } from "ajv-formats/dist/formats.js";
import { isEmail } from "../../../domain/formats";

/** Each format that a schema may name, and what keeps it. */
export const formats = {
  date: fullFormats.date,
  "date-time": fullFormats["date-time"],
  email: { type: "string", validate: isEmail },
} as const;
