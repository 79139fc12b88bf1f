export { fileLists, fileSource } from "./fileLists";
export { registerFiles } from "./routes";
