import { completePlatform } from '#workers/complete-platform.ts';
import type { DocumentReply, DocumentRequest } from './document-messages.ts';
import { serveDocuments } from './serve-documents.ts';

completePlatform(globalThis);

const maps = import.meta.glob<string>('/../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
});
const addresses = new Map(Object.entries(maps).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

async function readMap(name: string): Promise<Uint8Array> {
  const response = await fetch(addresses.get(name) ?? name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const decoders = import.meta.glob<string>('/../node_modules/pdfjs-dist/wasm/*_nowasm_fallback.js', {
  query: '?url',
  import: 'default',
  eager: true,
});
// The library looks for them by their names in one folder (see vite.config.ts).
const [decoder = './'] = Object.values(decoders);
const folder = new URL('./', new URL(decoder, location.href)).href;

const answer = serveDocuments({ readMap, decoders: folder }, (reply: DocumentReply) => postMessage(reply));

addEventListener('message', ({ data }: MessageEvent<DocumentRequest>) => void answer(data));
