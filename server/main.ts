import { holdNewSpace } from "./platform/memory";

// Before the rest of the program is loaded.
holdNewSpace();
const { start } = await import("./program");
await start();
