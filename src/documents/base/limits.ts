/** Characters of a document's text. More would not fit any model's window. */
export const MAX_TEXT = 8_000_000;
/** Nested elements of a document's XML. */
export const MAX_DEPTH = 200;
/** Files packed into a document, and their unpacked bytes. Directories of zips lie, so unpacking counts, too. */
export const MAX_FILES = 5000;
export const MAX_FILE_BYTES = 64 * 1024 ** 2;
export const MAX_TOTAL_BYTES = 128 * 1024 ** 2;
/** Pages of a PDF that are read. */
export const MAX_PAGES = 2000;
/** Columns of a sheet that are read. */
export const MAX_COLUMNS = 500;
