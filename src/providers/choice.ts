import type { Option } from "../../generated/schemas";

/** An option of a filter. Some servers give no count of matching rows. */
export type Choice = Omit<Option, "counter"> & { counter?: number };
