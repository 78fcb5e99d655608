import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { FilePart, ImagePart } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { pageLimits } from '#core/pictures/page-limits.ts';
import { pictureLimits, planPicture } from '#core/pictures/sent-picture.ts';
import type { Target } from '#core/request.ts';
import { DocumentError, type DocumentErrorCode, type DocumentText } from '#documents/base/document.ts';
import { readDocument } from '#documents/read-document.ts';
import { isPicture, kindOf, mimeOf } from '#ui/features/conversation/composer/paste-rules.ts';
import { isText } from '#ui/features/conversation/documents/is-text.ts';
import { PIXEL } from '../core/arbitrary-history.ts';
import { target, TARGETS } from '../core/targets.ts';
import { KINDS_OF_FILES, type KindOfFile } from './kinds-of-files.ts';

const maps = new URL('../../node_modules/pdfjs-dist/cmaps/', import.meta.url);
const readMap = async (name: string) => new Uint8Array(await readFile(fileURLToPath(new URL(name, maps))));
const parts = { readMap, decoders: './' };

/** One model of each vendor that takes what the vendor takes. */
const VENDORS: readonly [name: string, target: Target | undefined][] = [
  ['Anthropic', TARGETS['anthropic-adaptive']],
  ['OpenAI', TARGETS['openai-responses']],
  ['OpenAI Chat', TARGETS['openai-chat']],
  ['Gemini', TARGETS['gemini-3']],
  ['xAI', TARGETS['xai']],
  ['Mistral', TARGETS['mistral']],
  ['OpenRouter', TARGETS['openrouter']],
  ['Fireworks', TARGETS['fireworks']],
  ['Groq, Cerebras, DeepSeek', TARGETS['groq']],
  ['Ollama, with vision', seeing(target('ollama', 'gemma3'))],
];

function seeing(one: Target): Target {
  return { ...one, model: { ...one.model, images: true } };
}

const REASONS: Readonly<Record<DocumentErrorCode, string>> = {
  unknown: 'not a kind that Baton reads',
  'old-format': 'an older format',
  damaged: 'damaged',
  locked: 'locked',
  'too-large': 'too large',
  'no-text': 'pages without text',
  'too-slow': 'too slow',
  failed: 'failed',
};

type Reading = DocumentText | DocumentErrorCode | null;

async function readingOf({ name }: KindOfFile, bytes: Blob, mime: string): Promise<Reading> {
  if (isPicture({ kind: kindOf(mime), mime })) return null;
  try {
    return await readDocument({ bytes, name, language: 'en' }, parts);
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}

function readingText(reading: Reading): string {
  if (reading === null) return 'picture';
  if (typeof reading === 'string') return REASONS[reading];
  const { parts, encoding, text } = reading;
  const found = parts ? [`${parts.read} of ${parts.total} ${parts.unit}s`] : encoding === undefined ? [] : [encoding];
  return [...found, `${text.length} characters`].join(', ');
}

/** The pages of a scan are drawn for those that see them. */
const pagesOf = (to: Target, reading: Reading): Pick<FilePart, 'pages'> =>
  reading === 'no-text' && pageLimits(to) !== null
    ? { pages: { total: 1, drawn: [{ page: 1, mime: 'image/png', data: 'AAAA' }], left: [] } }
    : {};

/** What the request to a vendor holds of the file. */
function cell(to: Target, given: { kind: KindOfFile; base64: string; mime: string; bytes: number; reading: Reading }) {
  const { kind, base64, mime, bytes, reading } = given;
  if (reading === 'damaged' || reading === 'locked') return '-';
  const isImage = kindOf(mime) === 'image';
  const plan = isPicture({ kind: kindOf(mime), mime })
    ? planPicture({ mime, bytes, head: base64 }, pictureLimits(to))
    : null;
  if (to.model.images && plan !== null && plan !== 'draw' && plan.as === 'unreadable') return '-';
  const drawn = plan === 'draw' && to.model.images;
  const text =
    reading === null || typeof reading === 'string'
      ? undefined
      : reading.form === 'text' && reading.encoding === 'utf-8' && isText(mime, kind.name)
        ? undefined
        : reading.text;
  const part: ImagePart | FilePart = isImage
    ? { type: 'image', ...(drawn ? { mime: 'image/png', data: PIXEL } : { mime, data: base64 }) }
    : {
        type: 'file',
        mime,
        name: kind.name,
        data: base64,
        ...(text !== undefined && { text }),
        ...pagesOf(to, reading),
      };
  const { request } = normalizeRequest([{ role: 'user', parts: [part] }], [], to);
  const [sent] = request.messages.at(-1)?.parts ?? [];
  if (sent?.type === 'file') return 'file';
  if (sent?.type === 'image') return drawn ? 'picture, drawn' : 'picture';
  if (sent?.type === 'text' && sent.text.endsWith('its pages as images]')) return 'page pictures';
  return sent?.type === 'text' && sent.text.startsWith(`[File ${kind.name}]`) ? 'text' : '-';
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((one, column) => one.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return rows.flatMap((row, index) => (index === 0 ? [line(row), line(rule)] : [line(row)])).join('\n');
}

const INTRODUCTION = `# What becomes of a file

What a model of each vendor gets of ${KINDS_OF_FILES.length} files. \`test/documents/files-table.test.ts\` reads and compiles them, and fails when
this page is out of date; run it with \`-u\` to write it anew. The vendors' demands are in [vendor-rules.md](vendor-rules.md).

- **file**: the bytes, as they are. **text**: what was read, or the text itself.
- **picture**: the bytes, as they are. **picture, drawn**: upright, scaled and converted in the page. The original is kept.
- **page pictures**: each page that has no text, as a picture; at most 20, and no empty ones.
- **-**: the name only, because of what the second column says, or because the model sees no pictures, the picture is too
  large to be decoded, or its format is unknown to vendor and browser. The file has a warning before it is sent.

`;

test('docs/files.md says what becomes of each file', async () => {
  const rows: string[][] = [['File', 'What Baton reads', ...VENDORS.map(([name]) => name)]];
  for (const kind of KINDS_OF_FILES) {
    const content = await kind.content();
    const mime = mimeOf({ type: kind.type, name: kind.name });
    const reading = await readingOf(kind, content, mime);
    const base64 = Buffer.from(await content.arrayBuffer()).toString('base64');
    const given = { kind, base64, mime, bytes: content.size, reading };
    rows.push([
      kind.title,
      readingText(reading),
      ...VENDORS.map(([name, to]) => {
        if (!to) throw new Error(`no target for ${name}`);
        return cell(to, given);
      }),
    ]);
  }
  expect(KINDS_OF_FILES.length).toBeGreaterThanOrEqual(40);
  await expect(`${INTRODUCTION}${table(rows)}\n`).toMatchFileSnapshot('../../docs/files.md');
});
