import { holdNewSpace } from "./platform/startMemory";

// Before the rest of the program is loaded.
holdNewSpace();
const { start } = await import("./program");
await start();
