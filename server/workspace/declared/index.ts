export type { DeclaredSet } from "./compileSet";
export {
  createDeclarations,
  type Declarations,
  type Guard,
} from "./declarations";
export { followDeclarations } from "./watchFiles";
