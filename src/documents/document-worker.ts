import type { DocumentReply, DocumentRequest } from './document-messages.ts';
import { serveDocuments } from './serve-documents.ts';

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

const answer = serveDocuments(readMap, (reply: DocumentReply) => postMessage(reply));

addEventListener('message', ({ data }: MessageEvent<DocumentRequest>) => void answer(data));
