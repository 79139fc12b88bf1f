import { fullFormats } from "ajv-formats/dist/formats.js";
import { isEmail } from "../../../domain/formats";

/** The formats that a schema may name, with their checks. */
export const formats = {
  date: fullFormats.date,
  "date-time": fullFormats["date-time"],
  email: { type: "string", validate: isEmail },
} as const;
