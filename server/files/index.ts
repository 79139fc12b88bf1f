export { registerFiles } from "./routes";
