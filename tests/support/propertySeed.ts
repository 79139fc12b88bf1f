import fc from "fast-check";
import { runSeed } from "./runSeed";

fc.configureGlobal({ seed: runSeed });
