import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';

// Uses only built-in compression: packing already runs in a worker, and the page's policy allows neither workers from
// text nor WebAssembly.
// Each piece passes several streams, so larger ones cost less.
configure({ useWebWorkers: false, useCompressionStream: true, chunkSize: 512 * 1024 });

export { BlobReader, ZipReader, ZipWriter, type Entry, type FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
