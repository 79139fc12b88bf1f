// Preloaded into the programs and workers of the tests. Each opens PGlite for a
// short time, in which optimizing its WebAssembly costs more than it saves.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--liftoff-only");
