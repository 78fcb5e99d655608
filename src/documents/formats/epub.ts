import { htmlToMarkdown } from '#markdown/from-html.ts';
import { DocumentError, type DocumentText } from '../base/document.ts';
import type { PackedDocument } from '../base/packed-document.ts';
import { resolvePath } from '../base/relationships.ts';
import { TextWriter } from '../base/text-writer.ts';
import { walkXml } from '../base/walk-xml.ts';

/** The chapters of a book in reading order, as Markdown. */
export async function readEpub(file: PackedDocument): Promise<DocumentText> {
  const chapters = await listChapters(file);
  const writer = new TextWriter();
  for (const [index, name] of chapters.entries()) {
    writer.heading(`[Chapter ${index + 1}]`);
    writer.text(htmlToMarkdown((await file.read(name)) ?? ''));
    writer.paragraph();
  }
  const count = chapters.length;
  return { form: 'epub', text: writer.toString(), parts: { unit: 'chapter', total: count, read: count } };
}

async function listChapters(file: PackedDocument): Promise<string[]> {
  let main = '';
  walkXml((await file.read('META-INF/container.xml')) ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') main ||= attributes['full-path'] ?? '';
    },
  });
  const xml = await file.read(main);
  if (xml === null) throw new DocumentError('damaged', 'no package document');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const files = new Map<string, string>();
  const spine: string[] = [];
  walkXml(xml, {
    open(name, { id = '', href = '', idref = '' }) {
      if (name === 'item') files.set(id, resolvePath(folder, decode(href)));
      else if (name === 'itemref') spine.push(idref);
    },
  });
  const chapters = spine.flatMap((id) => files.get(id) ?? []);
  const encrypted = await listEncrypted(file);
  if (chapters.some((name) => encrypted.has(name))) throw new DocumentError('locked', 'encrypted chapters');
  return chapters;
}

/** Chapters of books with copy protection. Fonts may be listed, too. */
async function listEncrypted(file: PackedDocument): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  walkXml((await file.read('META-INF/encryption.xml')) ?? '', {
    open(name, { URI = '' }) {
      if (name === 'CipherReference') names.add(resolvePath('', decode(URI)));
    },
  });
  return names;
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address.replace(/#.*$/, ''));
  } catch {
    return address;
  }
}
