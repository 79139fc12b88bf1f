export {
  exportCommand,
  exportPublished,
  type Exported,
} from "./exportPublished";
export { registerWorkshop } from "./routes";
