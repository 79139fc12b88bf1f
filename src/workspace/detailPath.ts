export { detailPath } from "../../domain/listing/detailPath";
