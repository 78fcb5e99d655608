import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';

// Only what the engine itself can do: whoever packs is a worker already, and the page's policy allows neither workers from
// text nor WebAssembly.
configure({ useWebWorkers: false, useCompressionStream: true });

export { BlobReader, ZipReader, ZipWriter, type Entry, type FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
