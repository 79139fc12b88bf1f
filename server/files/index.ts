export { files } from "./area";
export { openStorage, temporaryFolder } from "./openStorage";
export { storedKeys, uploadedKeys } from "./fileQueries";
export { warnOfOwnFolder } from "./openStorage";
