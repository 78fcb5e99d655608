import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, objects, text } from '../base/json.ts';
import { imageSize } from '../rules/image-size.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { clearToolUses } from './clear-tool-uses.ts';
import { type AnthropicSubject, placed, type PlacedBlock } from './subject.ts';
import { inputUsage, totalInput } from './usage.ts';

const MAX_SIDE_LENGTH = 8000;
const MANY = 20;
const MAX_SIDE_LENGTH_OF_MANY = 2000;
const LARGEST_BYTES = 10 * 1024 * 1024;
const MILLION = 1_000_000;

/** Images in messages and in their results: all of them count (A34). */
function images({ messages }: AnthropicSubject): PlacedBlock[] {
  return messages.flatMap(placed).flatMap((at) => {
    const inner = objects(at.block.content).map((block, index) => ({
      ...at,
      block,
      path: `${at.path}.tool_result.content.${index}`,
    }));
    return [at, ...inner].filter(({ block }) => block.type === 'image');
  });
}

function checkImages(subject: AnthropicSubject): Failure | null {
  const all = images(subject);
  const most = subject.model.window < MILLION ? 100 : 600;
  if (all.length > most) return badRequest(`Too many images and documents: ${all.length} > ${most}`);
  const many = all.length > MANY;
  return firstOf(all, ({ block, path }) => checkImage(block.source, `${path}.image.source.base64`, many));
}

const NOT_BASE64 = /[^A-Za-z0-9+/=]|=[^=]|={3}/;

function checkImage(source: unknown, path: string, many: boolean): Failure | null {
  if (!isObject(source) || source.type !== 'base64') return null;
  const data = text(source.data);
  if (data.length % 4 !== 0 || NOT_BASE64.test(data)) return badRequest(`${path}.data: Invalid base64 data`);
  const bytes = Buffer.from(data.slice(0, 262_144), 'base64');
  const length = Math.floor((data.length * 3) / 4);
  if (length > LARGEST_BYTES)
    return badRequest(`${path}: image exceeds 10 MB maximum: ${length} bytes > ${LARGEST_BYTES} bytes`);
  const size = imageSize(bytes);
  if (!size) return badRequest('Could not process image');
  if (size.mime !== source.media_type)
    return badRequest(
      `${path.replace(/\.base64$/, '')}: Image does not match the provided media type ${text(source.media_type)}`,
    );
  const longest = Math.max(size.width, size.height);
  if (longest > MAX_SIDE_LENGTH)
    return badRequest(
      `${path}.data: At least one of the image dimensions exceed max allowed size: ${MAX_SIDE_LENGTH} pixels`,
    );
  if (many && longest > MAX_SIDE_LENGTH_OF_MANY)
    return badRequest(
      `${path}.data: At least one of the image dimensions exceed max allowed size for many-image requests: ${MAX_SIDE_LENGTH_OF_MANY} pixels`,
    );
  return null;
}

/** Counts the pages of a PDF as far as its bytes show them: page objects, or the count of its page tree. */
function pagesOf(source: unknown): number {
  if (!isObject(source) || source.type !== 'base64' || source.media_type !== 'application/pdf') return 0;
  const bytes = Buffer.from(text(source.data), 'base64').toString('latin1');
  const counts = [...bytes.matchAll(/\/Count\s+(\d+)/g)].map(([, count]) => Number(count));
  return Math.max(1, bytes.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0, ...counts);
}

/** All documents of the request together (A34). */
function checkPages({ messages, model }: AnthropicSubject): Failure | null {
  const most = model.window < MILLION ? 100 : 600;
  let pages = 0;
  return firstOf(messages.flatMap(placed), ({ block, path }) => {
    if (block.type !== 'document') return null;
    pages += pagesOf(block.source);
    return pages > most
      ? badRequest(`${path}.pdf.source.base64.data: A maximum of ${most} PDF pages may be provided.`)
      : null;
  });
}

function checkWindow({ body, model, counting }: AnthropicSubject): Failure | null {
  if (counting) return null;
  const tokens = totalInput(inputUsage(clearToolUses(body).body));
  return tokens > model.window ? badRequest(`prompt is too long: ${tokens} tokens > ${model.window} maximum`) : null;
}

export const LIMIT_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'A34', check: checkImages },
  { id: 'A34-pages', check: checkPages },
  { id: 'A35', check: checkWindow },
];
